import { formatJapanDate, formatJapanTime } from '#shared/japan-time.ts'

/** Returns a Japan time without seconds: `HH:MM`, or `YYYY-MM-DD HH:MM` if it is another day than `now` in Japan. */
export function formatJapanTimeToMinute(at: number, now: number): string {
  const isToday = formatJapanDate(at) === formatJapanDate(now)
  return formatJapanTime(at).slice(isToday ? 11 : 0, 16)
}
