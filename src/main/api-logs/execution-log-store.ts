import { secondMs } from '#shared/durations.ts'
import type { ExecutionLogFilter, LastCompleteReadOfPostEntries } from '#shared/ipc/api-logs.ts'
import { defaultAttemptTimeLimitMs } from '#main/api/client.ts'
import type { Database, SqlParam } from '#main/store/database.ts'
import type { StoredLogEntry } from './parse-log-entry-and-count-equal-entries.ts'
import { diffStoredLogWithPage, type LogPage } from './diff-stored-log-with-page.ts'
import { reuseEntriesOfReplacedSecret } from './reuse-entries-of-replaced-secret.ts'
import { markLogEntriesOfThisApp } from './mark-log-entries-of-this-app.ts'
import { markNewEntriesBeforeStoredRequestsAsUncertain } from './mark-log-entries-whose-requests-may-be-lost.ts'

const columns =
  'at, method, path, status_code as statusCode, response_time_ms as responseTimeMs, ip_address as ipAddress'

export interface LogWhereClause {
  sql: string
  params: SqlParam[]
}

/**
 * Builds the SQL conditions of a filter, with the service's meaning: whole seconds, both ends inclusive (API
 * description, section "Common endpoints").
 */
export function buildServiceLogFilterWhereClause({
  accountIds,
  keyIds,
  from,
  to,
  statusClass,
  statusCode,
  method,
}: ExecutionLogFilter): LogWhereClause {
  const conditions: string[] = []
  const params: SqlParam[] = []
  const ask = (condition: string, ...values: SqlParam[]): void => {
    conditions.push(condition)
    params.push(...values)
  }
  if (accountIds)
    ask(
      'key_id in (select id from api_key where account_id in (select value from json_each(?)))',
      JSON.stringify(accountIds),
    )
  if (keyIds) ask('key_id in (select value from json_each(?))', JSON.stringify(keyIds))
  if (from !== null) ask('at >= ?', floorToSecond(from))
  if (to !== null) ask('at <= ?', floorToSecond(to))
  if (statusClass === 'success') ask('status_code < 400')
  if (statusClass === 'error') ask('status_code >= 400')
  if (statusCode !== null) ask('status_code = ?', statusCode)
  if (method !== null) ask('method = ?', method)
  return { sql: conditions.length > 0 ? `where ${conditions.join(' and ')}` : '', params }
}

export function floorToSecond(instant: number): number {
  return Math.floor(instant / secondMs) * secondMs
}

/**
 * Stores one page and marks the entries that this app caused, in one transaction, so that no reader sees them unmarked.
 * Returns the entries of the page's last second that the next page needs.
 */
export function storeLogPage(
  database: Database,
  key: { accountId: string; keyId: string },
  filter: ExecutionLogFilter,
  page: LogPage,
): StoredLogEntry[] {
  const [newest, last] = [page.entries[0], page.entries.at(-1)]
  if (!newest || !last) return []
  return database.transaction(() => {
    reuseEntriesOfReplacedSecret(database, key.keyId, page.entries)
    const { sql, params } = buildServiceLogFilterWhereClause({
      ...filter,
      accountIds: null,
      keyIds: [key.keyId],
      from: last.at,
    })
    const stored = database.all<StoredLogEntry>(
      `select ${columns} from log_entry ${sql} and is_of_replaced_secret = 0`,
      ...params,
    )
    const { add, remove, boundaryEntries } = diffStoredLogWithPage(page, stored)
    for (const entry of remove) deleteOneEntry(database, key.keyId, entry)
    const lastRow = database.get<{ id: number | null }>('select max(rowid) as id from log_entry')?.id ?? 0
    // The oldest entry first, so that entries of one second keep the service's order.
    for (const entry of add.toReversed()) insertEntry(database, key, entry)
    // Older entries may be those of calls that were in flight when their page was stored, and have ended since.
    const oldest = last.at - defaultAttemptTimeLimitMs
    markLogEntriesOfThisApp(database, key.keyId, { oldest, newest: newest.at }, filter)
    markNewEntriesBeforeStoredRequestsAsUncertain(database, key.keyId, lastRow)
    return boundaryEntries
  })
}

function insertEntry(
  database: Database,
  { accountId, keyId }: { accountId: string; keyId: string },
  entry: StoredLogEntry,
): void {
  database.run(
    `insert into log_entry (key_id, account_id, at, method, path, status_code, response_time_ms, ip_address)
     values (?, ?, ?, ?, ?, ?, ?, ?)`,
    keyId,
    accountId,
    entry.at,
    entry.method,
    entry.path,
    entry.statusCode,
    entry.responseTimeMs,
    entry.ipAddress,
  )
}

function deleteOneEntry(database: Database, keyId: string, entry: StoredLogEntry): void {
  database.run(
    `delete from log_entry where rowid = (select rowid from log_entry where key_id = ? and at = ? and method = ? and path = ?
       and status_code = ? and response_time_ms is ? and ip_address is ? and is_of_replaced_secret = 0 limit 1)`,
    keyId,
    entry.at,
    entry.method,
    entry.path,
    entry.statusCode,
    entry.responseTimeMs,
    entry.ipAddress,
  )
}

export function storeCompleteReadTimeOfPostEntries(database: Database, keyId: string, readAt: number): void {
  database.run(
    'insert into log_reading (key_id, read_at) values (?, ?) on conflict (key_id) do update set read_at = excluded.read_at',
    keyId,
    readAt,
  )
}

export function queryCompleteReadTimesOfPostEntries(database: Database): LastCompleteReadOfPostEntries[] {
  return database
    .all<LastCompleteReadOfPostEntries>('select key_id as keyId, read_at as readAt from log_reading')
    .map((reading) => ({ ...reading }))
}
