import { dayMs, secondMs } from '#shared/durations.ts'
import type { LogPeriod } from '#shared/ipc/api-logs.ts'
import { formatJapanDate, parseJapanTime } from '#shared/japan-time.ts'

const daysOfSpan = { today: 1, yesterday: 1, week: 7, month: 30 } as const

/**
 * Returns the first and the last second of a span, in whole days of Japan. Null: no bound on that side. For `custom`
 * both are null, because the user chooses the bounds.
 */
export function computeLogPeriodBounds(span: LogPeriod, now: number): { from: number | null; to: number | null } {
  if (span === 'all' || span === 'custom') return { from: null, to: null }
  const today = parseJapanTime(formatJapanDate(now)) as number
  if (span === 'yesterday') return { from: today - dayMs, to: today - secondMs }
  return { from: today - (daysOfSpan[span] - 1) * dayMs, to: null }
}
