import { parseJapanTime } from './japan-time.ts'

/**
 * Returns the day `years` later, as `YYYY-MM-DD`. 29 February becomes 28 February where the later year is not a leap
 * year. Null when `date` is not a date.
 */
export function addYears(date: string, years: number): string | null {
  if (parseJapanTime(date) === null || date.length !== 10) return null
  const [year, rest] = [Number(date.slice(0, 4)) + years, date.slice(4)]
  const later = `${String(year).padStart(4, '0')}${rest}`
  return parseJapanTime(later) === null ? `${later.slice(0, 4)}-02-28` : later
}

/**
 * Returns the expiry dates (`YYYY-MM-DD`) that a renewal for `years` may lead to, the usual one first. Empty when
 * `expiryDate` is not a date. Only the last day of February has two possible dates, because the API description does
 * not state the rule. In a common year, 29 February becomes 28 February or 1 March. In a leap year, the 28 February of
 * a common year becomes the 28th or the 29th.
 */
export function listPossibleRenewedExpiries(expiryDate: string, years: number): string[] {
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
