/**
 * The service returns Japan time without a time-zone marker (API description, section "Conventions"). Banto stores
 * instants. Japan has no daylight saving, so the offset is constant.
 */
const offsetMs = 9 * 60 * 60 * 1000

const pattern = /^(\d{4})-(\d{2})-(\d{2})(?:[ T](\d{2}):(\d{2}):(\d{2}))?$/

/** `YYYY-MM-DD HH:MM:SS`, Japan time, of an instant in epoch milliseconds. */
export function formatJapanTime(instant: number): string {
  return new Date(instant + offsetMs).toISOString().slice(0, 19).replace('T', ' ')
}

/** `YYYY-MM-DD`, the date in Japan at an instant. */
export function formatJapanDate(instant: number): string {
  return formatJapanTime(instant).slice(0, 10)
}

/**
 * Returns the instant of a Japan time, or of the start of a Japan date, in epoch milliseconds. Null when the text is
 * neither, or when the day does not exist.
 */
export function parseJapanTime(text: string): number | null {
  const match = pattern.exec(text)
  if (!match) return null
  const [year, month, day, hour, minute, second] = match.slice(1).map((part) => Number(part ?? 0)) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ]
  const utc = Date.UTC(year, month - 1, day, hour, minute, second)
  const date = new Date(utc)
  const isReal =
    date.getUTCMonth() === month - 1 && date.getUTCDate() === day && hour < 24 && minute < 60 && second < 60
  return isReal ? utc - offsetMs : null
}

/**
 * Returns whole days from the date in Japan at `now` to `date` (`YYYY-MM-DD`); negative for past dates; null for
 * invalid dates.
 */
export function countDaysUntil(date: string, now: number): number | null {
  const then = parseJapanTime(date)
  const today = parseJapanTime(formatJapanDate(now))
  return then === null || today === null ? null : Math.round((then - today) / (24 * 60 * 60 * 1000))
}
