import { parseJapanTime } from './japan-time.ts'

/** The same day, some years later; where that year has no 29 February, the last day of that February. Null for what is no date (`YYYY-MM-DD`). */
export function addYears(date: string, years: number): string | null {
  if (parseJapanTime(date) === null || date.length !== 10) return null
  const [year, rest] = [Number(date.slice(0, 4)) + years, date.slice(4)]
  const later = `${String(year).padStart(4, '0')}${rest}`
  return parseJapanTime(later) === null ? `${later.slice(0, 4)}-02-28` : later
}

/**
 * The expiry dates that a renewal for so many years may lead to, the usual one first. Only the end of February has two (the API description
 * does not say which): 29 February becomes 28 February or 1 March in a year without one, and a 28 February that ends its month becomes the
 * 28th or the 29th in a leap year. Empty for what is no date.
 */
export function possibleRenewedExpiries(expiryDate: string, years: number): string[] {
  const expected = addYears(expiryDate, years)
  if (expected === null) return []
  const year = expected.slice(0, 4)
  if (expiryDate.endsWith(leapDay) && !expected.endsWith(leapDay)) return [expected, `${year}-03-01`]
  const isLastDay = expiryDate.endsWith('-02-28') && !hasLeapDay(expiryDate.slice(0, 4))
  return isLastDay && hasLeapDay(year) ? [expected, year + leapDay] : [expected]
}

const leapDay = '-02-29'

function hasLeapDay(year: string): boolean {
  return parseJapanTime(year + leapDay) !== null
}
