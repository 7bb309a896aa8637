import type { Database } from './database.ts'
import { querySetting, storeSetting } from './settings-store.ts'

/**
 * The time is kept after the user has closed the message about the rebuild, because execution logs of the time before
 * the rebuild are still read for weeks.
 */
const settingName = 'database_rebuilt_at'

/** Returns when the database was last rebuilt from the backup; null if it never was. */
export function queryDatabaseRebuildTime(database: Database): number | null {
  const stored = querySetting(database, settingName)
  return stored === undefined ? null : Number(stored)
}

export function storeDatabaseRebuildTime(database: Database, rebuiltAt: number): void {
  storeSetting(database, settingName, String(rebuiltAt))
}
