import { dayMs } from '#shared/durations.ts'
import { formatJapanDate, parseJapanTime } from '#shared/japan-time.ts'
import { listsStaleAfterMs } from '#main/accounts/assess-account-health.ts'
import type { Database } from '#main/store/database.ts'

/** A timer may fire some milliseconds before its time. */
const afterMs = 50

/**
 * Returns the milliseconds until the overview changes although no stored row changes: a key expires, a list becomes
 * stale, or a new day begins in Japan, which changes the days until an expiry.
 */
export function computeMsUntilOverviewChanges(database: Database, now: number): number {
  const keyExpiry = database.get<{ at: number | null }>(
    'select min(expires_at) as at from api_key where expires_at > ?',
    now,
  )?.at
  const oldestFreshList = database.get<{ at: number | null }>(
    'select min(lists_read_at) as at from sync_run where lists_read_at >= ?',
    now - listsStaleAfterMs,
  )?.at
  const nextDay = parseJapanTime(`${formatJapanDate(now + dayMs)} 00:00:00`)
  const times = [
    ...(keyExpiry ? [keyExpiry] : []),
    ...(oldestFreshList ? [oldestFreshList + listsStaleAfterMs] : []),
    ...(nextDay === null ? [] : [nextDay]),
  ]
  return Math.min(...times) - now + afterMs
}
