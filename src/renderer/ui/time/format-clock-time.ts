import { formatJapanDate, formatJapanTime } from '#shared/japan-time.ts'

type Translate = (key: string, values: Record<string, unknown>) => string

const japanOffsetMinutes = -9 * 60

/**
 * `HH:MM` in Japan time, for texts with little space; `MM-DD HH:MM` if it is another day than `now` in Japan. Names the time
 * zone only if the clock of this computer shows another time. `localOffset`: minutes, as from `getTimezoneOffset`.
 */
export function formatClockTime(
  at: number,
  now: number,
  t: Translate,
  localOffset = new Date(at).getTimezoneOffset(),
): string {
  const isToday = formatJapanDate(at) === formatJapanDate(now)
  const time = formatJapanTime(at).slice(isToday ? 11 : 5, 16)
  return localOffset === japanOffsetMinutes ? time : t('common.inJapanShort', { time })
}
