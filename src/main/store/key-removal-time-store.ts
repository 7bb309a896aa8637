import type { Database } from './database.ts'
import { querySetting, storeSetting } from './settings-store.ts'

const settingName = 'key_removed_at'

/**
 * Returns when a key of any account was last removed or replaced, epoch milliseconds; null if none ever was. If a
 * removed key is added again, its log has entries that this app caused. Their requests are deleted, or are stored under
 * the former key ID.
 */
export function queryKeyRemovalTime(database: Database): number | null {
  const stored = querySetting(database, settingName)
  return stored === undefined ? null : Number(stored)
}

export function storeKeyRemovalTime(database: Database, removedAt: number): void {
  storeSetting(database, settingName, String(removedAt))
}
