import type { StoredLogEntry } from '#main/api-logs/parse-log-entry-and-count-equal-entries.ts'
import type { Database } from '#main/store/database.ts'

/** All stored entries, the newest first. */
export function queryStoredEntries(database: Database): (StoredLogEntry & { keyId: string })[] {
  return database
    .all<StoredLogEntry & { keyId: string }>(
      `select key_id as keyId, at, method, path, status_code as statusCode, response_time_ms as responseTimeMs, ip_address as ipAddress
       from log_entry order by at desc, rowid desc`,
    )
    .map((entry) => ({ ...entry }))
}
