import { minuteMs } from '#shared/durations.ts'
import { formatJapanTime } from '#shared/japan-time.ts'

type Translate = (key: string, values?: Record<string, unknown>) => string

/** `YYYY-MM-DD HH:MM:SS` in the time zone of this computer, in the same format as the Japan time beside it. */
function formatLocalTime(at: number, offsetMinutes: number): string {
  return new Date(at - offsetMinutes * minuteMs).toISOString().slice(0, 19).replace('T', ' ')
}

/**
 * Formats an instant in Japan time and in local time, for tooltips. `localOffset`: minutes, as from
 * `getTimezoneOffset`.
 */
export function formatTimeTooltip(at: number, t: Translate, localOffset = new Date(at).getTimezoneOffset()): string {
  const local = formatLocalTime(at, localOffset)
  return `${t('common.japanTime', { time: formatJapanTime(at) })}\n${t('common.localTime', { time: local })}`
}
