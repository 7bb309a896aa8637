import type { LogLastRead } from '#shared/ipc/logs.ts'

/** What the stored logs can answer for. */
export interface LogReadCoverage {
  /** Of how many keys. */
  keys: number
  /** How many of them were never read to the end. */
  unread: number
  /** For each fetched key, the time of its newest fetch; this is the oldest of these times. Null if no key was fetched. */
  oldestAt: number | null
}

export function logReadCoverage(keyIds: readonly string[], readings: readonly LogLastRead[]): LogReadCoverage {
  const times = new Map(readings.map(({ keyId, readAt }) => [keyId, readAt]))
  const read = keyIds.flatMap((id) => times.get(id) ?? [])
  return {
    keys: keyIds.length,
    unread: keyIds.length - read.length,
    oldestAt: read.length === 0 ? null : Math.min(...read),
  }
}

/** Which words stand where no call is shown: no log was read to its end, some were not, or all were. */
export function emptyTextKey({ keys, unread }: LogReadCoverage): 'unread' | 'partly' | 'empty' {
  if (unread === keys) return 'unread'
  return unread > 0 ? 'partly' : 'empty'
}
