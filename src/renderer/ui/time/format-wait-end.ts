import { minuteMs, secondMs } from '#shared/durations.ts'
import { formatJapanTime } from '#shared/japan-time.ts'

/**
 * The end of a wait in Japan time, rounded up, so that it is never before the wait ends. `minute`: `MM-DD HH:MM`; `second`:
 * `YYYY-MM-DD HH:MM:SS`.
 */
export function formatWaitEnd(until: number, precision: 'minute' | 'second'): string {
  const unitMs = precision === 'minute' ? minuteMs : secondMs
  const time = formatJapanTime(Math.ceil(until / unitMs) * unitMs)
  return precision === 'minute' ? time.slice(5, 16) : time
}
