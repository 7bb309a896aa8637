import { hourMs, minuteMs, dayMs } from './durations.ts'
import { type QuietHours, type GetMinuteOfDay, getMinuteOfDayOfComputer, findEndOfQuietHours } from './quiet-hours.ts'

/**
 * The intervals at which an account is synced by itself while the app is open. `off`: only when the user or the start
 * of the app asks for it.
 */
export const syncIntervals = ['off', '15min', '1h', '6h', 'daily'] as const

export type SyncInterval = (typeof syncIntervals)[number]

/** Counted from the end of the last sync. */
const intervalMs: Record<Exclude<SyncInterval, 'off'>, number> = {
  '15min': 15 * minuteMs,
  '1h': hourMs,
  '6h': 6 * hourMs,
  daily: dayMs,
}

export interface SyncSchedule {
  interval: SyncInterval
  quietHours: QuietHours | null
}

/**
 * Returns when the next sync starts by itself, epoch milliseconds; null if none does. Never before `now`, one interval
 * after `lastEndedAt` at the earliest, and not in the quiet hours. A `lastEndedAt` in the future, after the clock was
 * set back, counts as now.
 */
export function computeNextSyncAt(
  { interval, quietHours }: SyncSchedule,
  lastEndedAt: number,
  now: number,
  getMinuteOfDay: GetMinuteOfDay = getMinuteOfDayOfComputer,
): number | null {
  if (interval === 'off') return null
  const due = Math.max(now, Math.min(lastEndedAt, now) + intervalMs[interval])
  return quietHours === null ? due : findEndOfQuietHours(due, quietHours, getMinuteOfDay)
}
