import { formatJapanDate, formatJapanTime } from '#shared/japan-time.ts'

type Translate = (key: string, values: Record<string, unknown>, plural: number) => string

const japanOffsetMinutes = -9 * 60

/** Returns a Japan time without seconds: `HH:MM`, or `YYYY-MM-DD HH:MM` if it is another day than `now` in Japan. */
export function formatJapanTimeToMinute(at: number, now: number): string {
  const isToday = formatJapanDate(at) === formatJapanDate(now)
  return formatJapanTime(at).slice(isToday ? 11 : 0, 16)
}

/**
 * Like `formatJapanTimeToMinute`, with the time zone only if the clock of this computer shows another time.
 * `localOffset`: minutes, as from `getTimezoneOffset`.
 */
export function formatJapanTimeWithZoneIfDifferent(
  at: number,
  now: number,
  t: Translate,
  localOffset = new Date(at).getTimezoneOffset(),
): string {
  const time = formatJapanTimeToMinute(at, now)
  return localOffset === japanOffsetMinutes ? time : t('common.inJapan', { time }, 1)
}
