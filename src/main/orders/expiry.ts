import { parseJapanTime } from '#shared/japan-time.ts'

/** The same day, some years later; where that year has no 29 February, the day before 1 March. Null for what is no date (`YYYY-MM-DD`). */
export function expiryAfter(date: string, years: number): string | null {
  if (parseJapanTime(date) === null || date.length !== 10) return null
  const [year, rest] = [Number(date.slice(0, 4)) + years, date.slice(4)]
  const later = `${String(year).padStart(4, '0')}${rest}`
  return parseJapanTime(later) === null ? `${later.slice(0, 4)}-02-28` : later
}
