import { storeDetectedChanges } from '#main/detected-changes/store-detected-changes.ts'
import type { Database } from '#main/store/database.ts'

interface StoredMemo {
  memo: string
  read_at: number
  /** When the memo was set or read apart from the list. */
  memo_read_at: number | null
}

/**
 * Stores the memo that was set or read at `at`. A new memo is also stored as a detected change, even if Banto set it.
 * The change-log entry then explains that detected change. Returns whether the stored memo was another one.
 */
export function storeServerMemo(
  database: Database,
  { accountId, name }: { accountId: string; name: string },
  memo: string,
  at: number,
): boolean {
  return database.transaction(() => {
    const old = database.get<StoredMemo>(
      'select memo, read_at, memo_read_at from server where account_id = ? and name = ?',
      accountId,
      name,
    )
    if (!old) return false
    const sql = 'update server set memo = ?, memo_read_at = ? where account_id = ? and name = ?'
    database.run(sql, memo, at, accountId, name)
    if (old.memo === memo) return false
    const change = { field: 'memo', before: old.memo, after: memo } as const
    const previousReadAt = Math.max(old.read_at, old.memo_read_at ?? 0)
    storeDetectedChanges(database, { accountId, kind: 'server', name }, [change], previousReadAt, at)
    return true
  })
}
