import { dayMs } from '#shared/durations.ts'
import type { ExecutionLogDayStatistics } from '#shared/ipc/api-logs.ts'
import { formatJapanDate, parseJapanTime } from '#shared/japan-time.ts'

/** Adds the days without a call between the first and the last day. */
export function fillMissingLogDays(days: readonly ExecutionLogDayStatistics[]): ExecutionLogDayStatistics[] {
  const [first, last] = [days[0], days.at(-1)]
  if (!first || !last) return []
  const byDate = new Map(days.map((day) => [day.date, day]))
  const start = parseJapanTime(first.date) as number
  const length = Math.round(((parseJapanTime(last.date) as number) - start) / dayMs) + 1
  return Array.from({ length }, (_, index) => {
    const date = formatJapanDate(start + index * dayMs)
    return byDate.get(date) ?? { date, calls: 0, errors: 0, medianMs: null, p95Ms: null }
  })
}
