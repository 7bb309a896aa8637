import { dayMs } from '#shared/durations.ts'
import type { ExecutionLogDayStatistics, KeyLogCoverage } from '#shared/ipc/api-logs.ts'
import { formatJapanDate, parseJapanTime } from '#shared/japan-time.ts'
import { getLogDayCompleteness } from '#renderer/account-data/get-log-day-completeness.ts'

/** `calls` and `errors`: null if no entry of the day was read; lower limits if `isPartial`. */
export interface LogDay extends Omit<ExecutionLogDayStatistics, 'calls' | 'errors'> {
  calls: number | null
  errors: number | null
  isPartial: boolean
}

/** Lists every day between the first and the last day with a call. `keys`: those whose entries are counted. */
export function listCallCountsPerDay(
  days: readonly ExecutionLogDayStatistics[],
  keys: readonly KeyLogCoverage[],
): LogDay[] {
  const [first, last] = [days[0], days.at(-1)]
  if (!first || !last) return []
  const byDate = new Map(days.map((day) => [day.date, day]))
  const start = parseJapanTime(first.date) as number
  const length = Math.round(((parseJapanTime(last.date) as number) - start) / dayMs) + 1
  return Array.from({ length }, (_, index) => {
    const from = start + index * dayMs
    const date = formatJapanDate(from)
    const day = byDate.get(date) ?? { date, calls: 0, errors: 0, medianMs: null, p95Ms: null }
    const completeness = getLogDayCompleteness(keys, from, day.calls)
    const isUnread = completeness === 'unread'
    return { ...day, ...(isUnread && { calls: null, errors: null }), isPartial: completeness === 'partial' }
  })
}
