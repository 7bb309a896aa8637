import { formatJapanTimeToMinute } from './format-japan-time-to-minute.ts'

type Translate = (key: string, values: Record<string, unknown>, plural: number) => string

const japanOffsetMinutes = -9 * 60

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
