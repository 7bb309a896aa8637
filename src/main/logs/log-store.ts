import type { LogFilter, LogReading, LogRow, RequestRow } from '#shared/ipc/logs.ts'
import type { PageOf } from '#shared/ipc/scalars.ts'
import type { Database, Param } from '../store/database.ts'
import type { StoredEntry } from './entries.ts'
import { reconcile, type Page } from './reconcile.ts'

const columns = 'at, method, path, status_code as statusCode, response_time_ms as responseTimeMs, ip_address as ipAddress'
const secondMs = 1000

interface Where {
  sql: string
  params: Param[]
}

/** What a filter asks, as the service understands it: times are whole seconds, both ends belong to it (section "Common endpoints"). */
export function whereOf({ accountIds, keyIds, from, to, statusClass, statusCode, method }: LogFilter): Where {
  const conditions: string[] = []
  const params: Param[] = []
  const ask = (condition: string, ...values: Param[]): void => {
    conditions.push(condition)
    params.push(...values)
  }
  if (accountIds) ask('key_id in (select id from api_key where account_id in (select value from json_each(?)))', JSON.stringify(accountIds))
  if (keyIds) ask('key_id in (select value from json_each(?))', JSON.stringify(keyIds))
  if (from !== null) ask('at >= ?', wholeSecond(from))
  if (to !== null) ask('at <= ?', wholeSecond(to))
  if (statusClass === 'success') ask('status_code < 400')
  if (statusClass === 'error') ask('status_code >= 400')
  if (statusCode !== null) ask('status_code = ?', statusCode)
  if (method !== null) ask('method = ?', method)
  return { sql: conditions.length > 0 ? `where ${conditions.join(' and ')}` : '', params }
}

export function wholeSecond(instant: number): number {
  return Math.floor(instant / secondMs) * secondMs
}

/** Takes one page into the store. Answers what the next page has to know of the second in which this one ends. */
export function storePage(database: Database, key: { accountId: string; keyId: string }, filter: LogFilter, page: Page): StoredEntry[] {
  const last = page.entries.at(-1)
  if (!last) return []
  return database.transaction(() => {
    const { sql, params } = whereOf({ ...filter, accountIds: null, keyIds: [key.keyId], from: last.at })
    const stored = database.all<StoredEntry>(`select ${columns} from log_entry ${sql}`, ...params)
    const { add, remove, begun } = reconcile(page, stored)
    for (const entry of remove) removeOne(database, key.keyId, entry)
    // The oldest first, so that entries of one second are shown in the order in which the service shows them.
    for (const entry of add.toReversed()) insert(database, key, entry)
    return begun
  })
}

function insert(database: Database, { accountId, keyId }: { accountId: string; keyId: string }, entry: StoredEntry): void {
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

function removeOne(database: Database, keyId: string, entry: StoredEntry): void {
  database.run(
    `delete from log_entry where rowid = (select rowid from log_entry where key_id = ? and at = ? and method = ? and path = ?
       and status_code = ? and response_time_ms is ? and ip_address is ? limit 1)`,
    keyId,
    entry.at,
    entry.method,
    entry.path,
    entry.statusCode,
    entry.responseTimeMs,
    entry.ipAddress,
  )
}

export function noteReading(database: Database, keyId: string, readAt: number): void {
  database.run('insert into log_reading (key_id, read_at) values (?, ?) on conflict (key_id) do update set read_at = excluded.read_at', keyId, readAt)
}

export function logReadings(database: Database): LogReading[] {
  return database.all<LogReading>('select key_id as keyId, read_at as readAt from log_reading').map((reading) => ({ ...reading }))
}

/** Stored entries of all keys, merged, newest first. */
export function pageOfLogs(database: Database, filter: LogFilter, offset: number, limit: number): PageOf<LogRow> {
  const { sql, params } = whereOf(filter)
  const rows = database.all<LogRow>(
    `select account_id as accountId, key_id as keyId, ${columns} from log_entry ${sql} order by at desc, rowid desc limit ? offset ?`,
    ...params,
    limit,
    offset,
  )
  const total = database.get<{ n: number }>(`select count(*) as n from log_entry ${sql}`, ...params)?.n ?? 0
  return { rows: rows.map((row) => ({ ...row })), total, offset }
}

export interface RequestQuery {
  accountIds: string[] | null
  onlyFailed: boolean
  offset: number
  limit: number
}

/** The calls that this app made, newest first. A failed one has no answer, or one of status 400 or above. */
export function pageOfRequests(database: Database, { accountIds, onlyFailed, offset, limit }: RequestQuery): PageOf<RequestRow> {
  const conditions = [
    ...(accountIds ? ['account_id in (select value from json_each(?))'] : []),
    ...(onlyFailed ? ['(status is null or status >= 400 or error_kind is not null)'] : []),
  ]
  const where = conditions.length > 0 ? `where ${conditions.join(' and ')}` : ''
  const params = accountIds ? [JSON.stringify(accountIds)] : []
  const rows = database.all<RequestRow>(
    `select id, account_id as accountId, key_id as keyId, endpoint, method, path, at, status, duration_ms as durationMs, attempt,
       error_kind as errorKind, code from request ${where} order by at desc, id desc limit ? offset ?`,
    ...params,
    limit,
    offset,
  )
  const total = database.get<{ n: number }>(`select count(*) as n from request ${where}`, ...params)?.n ?? 0
  return { rows, total, offset }
}
