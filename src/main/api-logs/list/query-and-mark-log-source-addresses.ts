import { executionLogListFilterSchema, type ExecutionLogSourceAddress } from '#shared/ipc/api-logs.ts'
import type { Database } from '#main/store/database.ts'
import { iterateLogSliceConditions } from './divide-log-query-into-slices.ts'

/** Returns all source addresses in the stored entries of these accounts. The one that was seen last comes first. */
export async function queryLogSourceAddresses(
  database: Database,
  accountIds: string[] | null,
): Promise<ExecutionLogSourceAddress[]> {
  const found = new Map<string, { calls: number; firstAt: number; lastAt: number }>()
  for await (const { sql, params } of iterateLogSliceConditions(
    database,
    executionLogListFilterSchema.parse({ accountIds }),
  )) {
    const rows = database.all<{ address: string; calls: number; firstAt: number; lastAt: number }>(
      `select ip_address as address, count(*) as calls, min(at) as firstAt, max(at) as lastAt from log_entry ${sql}
         and ip_address is not null group by 1`,
      ...params,
    )
    for (const { address, calls, firstAt, lastAt } of rows) {
      const before = found.get(address)
      found.set(address, {
        calls: calls + (before?.calls ?? 0),
        firstAt: Math.min(firstAt, before?.firstAt ?? firstAt),
        lastAt: Math.max(lastAt, before?.lastAt ?? lastAt),
      })
    }
  }
  const known = new Map(
    database
      .all<{ address: string; isMarked: number; isOfApp: number }>(
        'select address, is_marked as isMarked, is_of_app as isOfApp from log_address',
      )
      .map(({ address, isMarked, isOfApp }) => [address, { isMarked: isMarked === 1, isOfApp: isOfApp === 1 }]),
  )
  return [...found]
    .map(([address, seen]) => ({ address, ...seen, ...(known.get(address) ?? { isMarked: false, isOfApp: false }) }))
    .sort((one, other) => other.lastAt - one.lastAt)
}

/** Stores whether the user marked the address as known. */
export function storeKnownSourceAddressMark(database: Database, address: string, isMarked: boolean): void {
  database.run(
    `insert into log_address (address, is_marked) values (?, ?)
     on conflict (address) do update set is_marked = excluded.is_marked`,
    address,
    isMarked ? 1 : 0,
  )
}
