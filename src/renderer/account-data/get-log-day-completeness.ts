import { dayMs } from '#shared/durations.ts'
import type { KeyLogCoverage } from '#shared/ipc/api-logs.ts'

/**
 * `partial`: some of the day's entries were not read, so that a count of its entries is a lower limit. `unread`: none
 * were read.
 */
export type LogDayCompleteness = 'complete' | 'partial' | 'unread'

/** `from`: the start of the day, epoch milliseconds. `calls`: the number of its stored entries. */
export function getLogDayCompleteness(
  keys: readonly KeyLogCoverage[],
  from: number,
  calls: number,
): LogDayCompleteness {
  const read = keys.map((key) => readMsBetween(key, from, from + dayMs))
  if (read.length > 0 && read.every((ms) => ms === dayMs)) return 'complete'
  return calls === 0 && read.every((ms) => ms === 0) ? 'unread' : 'partial'
}

/** Returns how much of the time between `from` and `to` was read, in milliseconds. */
function readMsBetween({ completeFrom, completeTo, gaps }: KeyLogCoverage, from: number, to: number): number {
  if (completeFrom === null || completeTo === null) return 0
  const overlap = (start: number, end: number) => Math.max(0, Math.min(end, to) - Math.max(start, from))
  const missing = gaps.map((gap) => overlap(Math.max(gap.from, completeFrom), Math.min(gap.to, completeTo)))
  return overlap(completeFrom, completeTo) - missing.reduce((sum, ms) => sum + ms, 0)
}
