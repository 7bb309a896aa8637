import type { Database } from './database.ts'
import { querySetting, storeSetting } from './settings-store.ts'

const settingName = 'key_removed_at'

/**
 * Returns when a key of any account was last removed or replaced, epoch milliseconds; null if none ever was. A key that
 * is added again has a log with entries of this app whose requests are deleted, or stored for an ID that no key has.
 */
export function queryKeyRemovalTime(database: Database): number | null {
  const stored = querySetting(database, settingName)
  return stored === undefined ? null : Number(stored)
}

export function storeKeyRemovalTime(database: Database, removedAt: number): void {
  storeSetting(database, settingName, String(removedAt))
}
