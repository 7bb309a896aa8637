import type { LastCompleteReadOfPostEntries } from '#shared/ipc/api-logs.ts'

/** How much of the execution logs the app has read. */
export interface KeyLogReadCoverage {
  /** Number of keys. */
  keys: number
  /** Number of keys whose log was never read completely. */
  unread: number
  /**
   * The oldest of the keys' last complete reads. Keys that were never read completely are not included. Null if there
   * are only such keys.
   */
  oldestAt: number | null
}

export function countKeysWithCompletelyReadLogs(
  keyIds: readonly string[],
  lastReads: readonly LastCompleteReadOfPostEntries[],
): KeyLogReadCoverage {
  const times = new Map(lastReads.map(({ keyId, readAt }) => [keyId, readAt]))
  const read = keyIds.flatMap((id) => times.get(id) ?? [])
  return {
    keys: keyIds.length,
    unread: keyIds.length - read.length,
    oldestAt: read.length === 0 ? null : Math.min(...read),
  }
}

/**
 * Returns the text of the empty table. `noKeys`: there is no log to read. `unread`: no log was read completely.
 * `partly`: some were not. `empty`: all were.
 */
export function getNoExternalPurchasesTextKey({
  keys,
  unread,
}: KeyLogReadCoverage): 'noKeys' | 'unread' | 'partly' | 'empty' {
  if (keys === 0) return 'noKeys'
  if (unread === keys) return 'unread'
  return unread > 0 ? 'partly' : 'empty'
}
