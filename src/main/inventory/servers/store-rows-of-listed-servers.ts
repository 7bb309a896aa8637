import type { ServerContract } from '#shared/api/server-contract-and-order-endpoints.ts'
import { diffListEntryReadings, type ListEntryReading } from '#main/detected-changes/diff-list-entry-readings.ts'
import { storeReappearanceInList, storeDetectedChanges } from '#main/detected-changes/store-detected-changes.ts'
import type { Database } from '#main/store/database.ts'
import { forEachChunk } from '#main/event-loop/chunked-work.ts'

const rowsPerTransaction = 250

/**
 * Stores a list of server contracts. A server that was gone is present again. If a row was read after the list was
 * requested, it is newer and is kept. The same holds for a memo. A row with a time in the future is replaced: the clock
 * was set back.
 */
export async function storeListedServers(
  database: Database,
  accountId: string,
  items: readonly ServerContract[],
  readAt: number,
  span: { requestedAt: number; now: number },
): Promise<void> {
  await forEachChunk(items, rowsPerTransaction, (part) =>
    database.transaction(() => {
      for (const item of part) storeServer(database, accountId, item, readAt, span)
    }),
  )
}

interface StoredServer extends ListEntryReading {
  memo: string
  /** When the memo was set or read apart from the list. */
  memo_read_at: number | null
  read_at: number
  gone_since: number | null
}

function storeServer(
  database: Database,
  accountId: string,
  item: ServerContract,
  readAt: number,
  { requestedAt, now }: { requestedAt: number; now: number },
): void {
  const name = item.servername
  const old = database.get<StoredServer>(
    'select status, expiry_date, plan_id, plan_name, auto_renew, memo, memo_read_at, read_at, gone_since from server where account_id = ? and name = ?',
    accountId,
    name,
  )
  const contract = {
    status: item.status,
    expiry_date: item.expiry_date ?? null,
    plan_id: item.plan_id ?? null,
    plan_name: item.plan_name ?? null,
    auto_renew: item.auto_renew === undefined ? null : Number(item.auto_renew),
  }
  const stored = database.get<{ memo: string }>(
    `insert into server (account_id, name, server_id, plan_id, plan_name, status, expiry_date, auto_renew, memo, read_at)
     values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
     on conflict (account_id, name) do update set server_id = excluded.server_id, plan_id = excluded.plan_id,
       plan_name = excluded.plan_name, status = excluded.status, expiry_date = excluded.expiry_date,
       auto_renew = excluded.auto_renew,
       memo = iif(ifnull(server.memo_read_at, 0) between ? and ?, server.memo, excluded.memo), read_at = excluded.read_at, gone_since = null
     where max(server.read_at, ifnull(server.gone_since, 0)) not between ? and ?
     returning memo`,
    accountId,
    name,
    item.server_id ?? null,
    contract.plan_id,
    contract.plan_name,
    contract.status,
    contract.expiry_date,
    contract.auto_renew,
    item.memo ?? '',
    readAt,
    requestedAt + 1,
    now,
    requestedAt + 1,
    now,
  )
  if (!old || !stored) return
  const target = { accountId, kind: 'server', name } as const
  storeDetectedChanges(database, target, diffListEntryReadings(old, contract), old.read_at, readAt)
  if (stored.memo !== old.memo) {
    const change = { field: 'memo', before: old.memo, after: stored.memo } as const
    storeDetectedChanges(database, target, [change], Math.max(old.read_at, old.memo_read_at ?? 0), readAt)
  }
  storeReappearanceInList(database, target, old.gone_since, readAt)
}
