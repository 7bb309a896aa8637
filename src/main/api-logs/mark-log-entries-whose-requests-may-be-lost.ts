import type { Database } from '#main/store/database.ts'
import { maxStoredRequests } from '#main/api/max-stored-requests.ts'
import { queryDatabaseRebuildTime } from '#main/store/database-rebuild-time-store.ts'
import { queryKeyRemovalTime } from '#main/store/key-removal-time-store.ts'
import { logTimeToleranceMs } from './pair-log-entries-with-requests.ts'
import { queryServiceClockLeadMs } from './service-clock-lead-by-date-headers.ts'

/** Since when the app has the secret of the key with which the service logged the call, epoch milliseconds. */
export const keySecretAddedAtSql = `(select iif(log_entry.is_of_replaced_secret, added_at, coalesce(secret_replaced_at, added_at))
  from api_key where id = log_entry.key_id)`

/**
 * Marks the entries from before the last rebuild, because the requests of that time are lost. Entries older than the
 * key are left to `markEntriesBeforeKeyRemovalAsUncertain`.
 */
export function markEntriesBeforeRebuildAsUncertain(
  database: Database,
  keyId: string,
  { oldest, newest }: { oldest: number; newest: number },
): void {
  const rebuiltAt = queryDatabaseRebuildTime(database)
  if (rebuiltAt === null) return
  const clockLeadMs = queryServiceClockLeadMs(database, rebuiltAt)
  database.run(
    `update log_entry set is_sender_uncertain = 1
     where key_id = ?1 and own_request_id is null and at between ?2 and min(?3, ?4 + ?5)
       and at >= (select added_at from api_key where id = ?1) + ?5 - ?6`,
    keyId,
    oldest,
    newest,
    rebuiltAt,
    clockLeadMs,
    logTimeToleranceMs,
  )
}

/**
 * Marks the entries from an address of this app that are older than the key's secret in the app and older than the last
 * removal of a key: the app may have sent them with this secret, before it was removed and added again.
 */
export function markEntriesBeforeKeyRemovalAsUncertain(
  database: Database,
  keyId: string,
  { oldest, newest }: { oldest: number; newest: number },
): void {
  const removedAt = queryKeyRemovalTime(database)
  if (removedAt === null) return
  database.run(
    `update log_entry set is_sender_uncertain = 1
     where key_id = ?1 and own_request_id is null and at between ?2 and ?3
       and at <= min(${keySecretAddedAtSql}, ?4) + ?5 + ?6
       and (ip_address is null or ip_address in (select address from log_address where is_of_app))`,
    keyId,
    oldest,
    newest,
    removedAt,
    queryServiceClockLeadMs(database, removedAt),
    logTimeToleranceMs,
  )
}

/**
 * Returns the time of the service until which requests of this app may have been deleted because their number is
 * limited, epoch milliseconds; null if none were.
 */
export function queryTimeOfDeletedRequests(database: Database): number | null {
  const oldest = database.get<{ at: number }>(
    'select at from request where (select max(id) from request) > ? order by id limit 1',
    maxStoredRequests,
  )
  return oldest ? oldest.at + queryServiceClockLeadMs(database, oldest.at) + logTimeToleranceMs : null
}

/**
 * Marks the entries after a row that are from the time of requests that were deleted since: a log may be read after
 * many calls. Only new entries are marked, because the senders of older ones were found while their requests were
 * stored. An entry from an address from which this app never called is not of this app.
 */
export function markNewEntriesBeforeStoredRequestsAsUncertain(
  database: Database,
  keyId: string,
  afterRow: number,
): void {
  const deletedUntil = queryTimeOfDeletedRequests(database)
  if (deletedUntil === null) return
  // The plus sign keeps SQLite from using the index by key, which has far more rows.
  database.run(
    `update log_entry set is_sender_uncertain = 1
     where rowid > ? and +key_id = ? and own_request_id is null and at <= ? and at >= ${keySecretAddedAtSql} + ? - ?
       and (ip_address is null or ip_address in (select address from log_address where is_of_app))`,
    afterRow,
    keyId,
    deletedUntil,
    queryServiceClockLeadMs(database, deletedUntil),
    logTimeToleranceMs,
  )
}
