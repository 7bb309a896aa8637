import { z } from 'zod'

/**
 * Returns a day of the service as `YYYY-MM-DD`, also if it is written as `2027/3/31` or with a time. Returns other
 * texts as they are. The API description states `YYYY-MM-DD` for dates; stored dates are compared and sorted as text.
 */
export function normalizeServiceDate(date: string): string {
  const [, year, month, day] = /^(\d{4})[-/](\d{1,2})[-/](\d{1,2})(?!\d)/.exec(date) ?? []
  return year && month && day ? `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}` : date
}

/**
 * The expiry date in an answer that is stored. Null or undefined while the service has not determined it; an empty text
 * is null.
 */
export const responseExpiryDateSchema = z
  .string()
  .transform((date) => normalizeServiceDate(date) || null)
  .nullable()
  .optional()
