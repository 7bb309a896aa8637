import { minuteMs } from '#shared/durations.ts'
import { formatJapanTime } from '#shared/japan-time.ts'
import { formatJapanTimeToMinute } from './format-japan-time-to-minute.ts'

/** The first whole minute after the end of a wait. Every text uses it, so that no two texts name different times. */
const roundUp = (until: number): number => Math.ceil(until / minuteMs) * minuteMs

/** Returns the end of a wait in Japan time, `YYYY-MM-DD HH:MM`. It is never before the wait ends. */
export function formatWaitEnd(until: number): string {
  return formatJapanTime(roundUp(until)).slice(0, 16)
}

/** As `formatWaitEnd`, without the date of today, for labels with little space. */
export function formatShortWaitEnd(until: number, now: number): string {
  return formatJapanTimeToMinute(roundUp(until), now)
}
