import { parseJapanTime } from './japan-time.ts'

/** The same day, some years later; where that year has no 29 February, the day before 1 March. Null for what is no date (`YYYY-MM-DD`). */
export function expiryAfter(date: string, years: number): string | null {
  if (parseJapanTime(date) === null || date.length !== 10) return null
  const [year, rest] = [Number(date.slice(0, 4)) + years, date.slice(4)]
  const later = `${String(year).padStart(4, '0')}${rest}`
  return parseJapanTime(later) === null ? `${later.slice(0, 4)}-02-28` : later
}

/** What may follow from a renewal for so many years: one without 29 February may end on the day before or on the day after. Empty for what is no date. */
export function expiriesAfter(expiryDate: string, years: number): string[] {
  const expected = expiryAfter(expiryDate, years)
  if (expected === null) return []
  return expiryDate.endsWith('-02-29') && expected.endsWith('-02-28') ? [expected, `${expected.slice(0, 4)}-03-01`] : [expected]
}
