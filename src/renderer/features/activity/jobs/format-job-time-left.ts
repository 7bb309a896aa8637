import { minuteMs } from '#shared/durations.ts'
import type { Job } from '#shared/ipc/jobs.ts'
import { formatTimeLeft } from '#renderer/ui/time/format-time-left.ts'

type Translate = (key: string, values?: Record<string, unknown>) => string

/**
 * Formats the remaining time of a running job; null without an estimate, and when the estimated end has passed. `now`:
 * epoch milliseconds.
 */
export function formatJobTimeLeft(
  { state, expectedEndAt }: Pick<Job, 'state' | 'expectedEndAt'>,
  now: number,
  locale: string,
  t: Translate,
): string | null {
  if (state !== 'running' || expectedEndAt === null || expectedEndAt < now) return null
  return formatTimeLeft((expectedEndAt - now) / minuteMs, locale, t)
}
