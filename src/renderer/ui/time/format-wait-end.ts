import { secondMs } from '#shared/durations.ts'
import { formatJapanDate, formatJapanTime } from '#shared/japan-time.ts'

/** The first whole second after the end of a wait. Every text uses it, so that no two texts name different times. */
const roundUp = (until: number): number => Math.ceil(until / secondMs) * secondMs

/** Returns the end of a wait in Japan time, `YYYY-MM-DD HH:MM:SS`. It is never before the wait ends. */
export function formatWaitEnd(until: number): string {
  return formatJapanTime(roundUp(until))
}

/** Like `formatWaitEnd`, but without the date of today, for labels with little space. */
export function formatShortWaitEnd(until: number, now: number): string {
  const end = formatWaitEnd(until)
  return formatJapanDate(roundUp(until)) === formatJapanDate(now) ? end.slice(11) : end
}
