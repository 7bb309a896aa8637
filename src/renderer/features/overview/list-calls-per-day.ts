import { dayMs, secondMs } from '#shared/durations.ts'
import type { KeyLogCoverage, ExecutionLogDayStatistics } from '#shared/ipc/api-logs.ts'
import { formatJapanDate, parseJapanTime } from '#shared/japan-time.ts'
import { getLogDayCompleteness } from '#renderer/account-data/get-log-day-completeness.ts'

export interface CallsOfDay {
  /** A date in Japan. */
  date: string
  /** The first and the last second of the day, in epoch milliseconds. */
  from: number
  to: number
  /** Stored entries; null if no entry of the day was read. */
  calls: number | null
  errors: number
  /** Some of the day's entries were not read: `calls` and `errors` are lower limits. */
  isPartial: boolean
}

/** Returns the start of the first of the last `dayCount` days in Japan, today included. */
export function getStartOfShownDays(dayCount: number, now: number): number {
  return (parseJapanTime(formatJapanDate(now)) as number) - (dayCount - 1) * dayMs
}

/** Returns the last `dayCount` days in Japan, today included. `calls` is null for a day that was not read. */
export function listCallsPerDay(
  days: readonly ExecutionLogDayStatistics[],
  keys: readonly KeyLogCoverage[],
  dayCount: number,
  now: number,
): CallsOfDay[] {
  const byDate = new Map(days.map((day) => [day.date, day]))
  const start = getStartOfShownDays(dayCount, now)
  return Array.from({ length: dayCount }, (_, index) => {
    const from = start + index * dayMs
    const date = formatJapanDate(from)
    const { calls = 0, errors = 0 } = byDate.get(date) ?? {}
    const completeness = getLogDayCompleteness(keys, from, calls)
    return {
      date,
      from,
      to: from + dayMs - secondMs,
      calls: completeness === 'unread' ? null : calls,
      errors,
      isPartial: completeness === 'partial',
    }
  })
}
