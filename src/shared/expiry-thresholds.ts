import { z } from 'zod'

/**
 * Expiry thresholds of accounts whose folder has none of its own. A threshold is a number of days before an expiry date
 * in Japan; from then on, Banto warns.
 */
export const defaultExpiryThresholds: readonly number[] = [60, 30, 14, 7, 1]
export const maxExpiryThresholdCount = 5
export const maxExpiryThresholdDays = 365

/** Whole days, each once, the longest first. */
export const expiryThresholdsSchema = z
  .array(z.number().int().min(1).max(maxExpiryThresholdDays))
  .min(1)
  .max(maxExpiryThresholdCount)
  .refine((days) => days.every((each, index) => index === 0 || each < (days[index - 1] as number)), {
    message: 'Thresholds must be in descending order, each once',
  })

/**
 * Returns the thresholds in a text such as `60, 30, 7`, descending. Null if the text has anything but whole days from 1
 * to 365, none, the same one twice, or too many.
 */
export function parseExpiryThresholds(text: string): number[] | null {
  const parts = text
    .normalize('NFKC')
    .split(/[\s,、;/]+/u)
    .filter((part) => part !== '')
  if (!parts.every((part) => /^\d{1,3}$/.test(part))) return null
  const days = parts.map(Number).toSorted((one, other) => other - one)
  return expiryThresholdsSchema.safeParse(days).data ?? null
}
