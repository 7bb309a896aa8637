import { toWireError, type AppError, type WireError } from '#shared/app-error.ts'
import type { Database } from '#main/store/database.ts'
import { parseStoredError } from '#main/store/parse-stored-json.ts'
import { addTimeSpan, intersectTimeSpans, type TimeSpan } from './add-subtract-and-intersect-time-spans.ts'

/** When the log of a key was read, and how the last attempt ended. */
export interface KeyLogArchiveState {
  /** When the newest page was read last, epoch milliseconds of this computer; null before the first time. */
  readAt: number | null
  /** The service's clock minus the clock of this computer, in milliseconds, as of `readAt`. */
  clockLeadMs: number
  /** Why the last attempt did not read everything; null if it did. */
  error: WireError | null
  errorAt: number | null
}

/**
 * Returns the spans in which every log entry of the key is stored, the oldest first. The key may have had other
 * secrets, each with its own log at the service.
 */
export function queryCompleteLogSpans(database: Database, keyId: string): TimeSpan[] {
  const ofReplaced = queryCompleteLogSpansOfReplacedSecrets(database, keyId)
  const ofPresent = queryCompleteLogSpansOfPresentSecret(database, keyId)
  return ofReplaced.length === 0 ? ofPresent : intersectTimeSpans(ofPresent, ofReplaced)
}

/** Like `queryCompleteLogSpans`, but only for the log that the service returns now for the key. */
export function queryCompleteLogSpansOfPresentSecret(database: Database, keyId: string): TimeSpan[] {
  return database.all<TimeSpan>(
    'select from_at as "from", to_at as "to" from log_span where key_id = ? order by from_at',
    keyId,
  )
}

/** Empty: the key had no other secret. The last span begins with the last replacement, and has no end. */
export function queryCompleteLogSpansOfReplacedSecrets(database: Database, keyId: string): TimeSpan[] {
  return database.all<TimeSpan>(
    'select from_at as "from", to_at as "to" from replaced_secret_log_span where key_id = ? order by from_at',
    keyId,
  )
}

export function addCompleteLogSpan(database: Database, keyId: string, span: TimeSpan): void {
  const spans = addTimeSpan(queryCompleteLogSpansOfPresentSecret(database, keyId), span)
  database.transaction(() => {
    database.run('delete from log_span where key_id = ?', keyId)
    for (const { from, to } of spans)
      database.run('insert into log_span (key_id, from_at, to_at) values (?, ?, ?)', keyId, from, to)
  })
}

export function queryKeyLogArchiveState(database: Database, keyId: string): KeyLogArchiveState {
  const row = database.get<{
    readAt: number | null
    clockLeadMs: number
    error: string | null
    errorAt: number | null
  }>(
    'select read_at as readAt, clock_offset_ms as clockLeadMs, error, error_at as errorAt from log_archive where key_id = ?',
    keyId,
  )
  if (!row) return { readAt: null, clockLeadMs: 0, error: null, errorAt: null }
  return { ...row, error: parseStoredError(row.error) }
}

export function storeLogArchiveReadTimeAndClockLead(
  database: Database,
  keyId: string,
  readAt: number,
  clockLeadMs: number,
): void {
  database.run(
    `insert into log_archive (key_id, read_at, clock_offset_ms) values (?, ?, ?)
     on conflict (key_id) do update set read_at = excluded.read_at, clock_offset_ms = excluded.clock_offset_ms`,
    keyId,
    readAt,
    clockLeadMs,
  )
}

/** `error` null: the last attempt read everything. */
export function storeLogArchiveReadOutcome(
  database: Database,
  keyId: string,
  error: AppError | null,
  at: number,
): void {
  database.run(
    `insert into log_archive (key_id, error, error_at) values (?, ?, ?)
     on conflict (key_id) do update set error = excluded.error, error_at = excluded.error_at`,
    keyId,
    error && JSON.stringify(toWireError(error)),
    error && at,
  )
}

/**
 * Makes the log of the key count as never read, because stored entries are deleted. The logs of replaced secrets cannot
 * be read again: the log of the key can become complete only since the last replacement. Call it in a transaction.
 */
export function deleteLogReadings(database: Database, keyId: string): void {
  for (const table of ['log_span', 'log_reading', 'key_write_check'])
    database.run(`delete from ${table} where key_id = ?`, keyId)
  database.run(
    `delete from replaced_secret_log_span where key_id = ?1
       and from_at < (select max(from_at) from replaced_secret_log_span where key_id = ?1)`,
    keyId,
  )
  // The row also says which entries are still to be marked as those of a replaced secret.
  database.run('update log_archive set read_at = null where key_id = ?', keyId)
}
