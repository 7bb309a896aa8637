import { z } from 'zod'

/**
 * Expiry thresholds of accounts whose folder has none of its own. A threshold is a number of days before an expiry date in
 * Japan; from then on, Banto warns.
 */
export const defaultExpiryThresholds: readonly number[] = [60, 30, 14, 7, 1]
export const maxExpiryThresholds = 5
export const maxExpiryThresholdDays = 365

/** Whole days, each once, the longest first. */
export const expiryThresholdsSchema = z
  .array(z.number().int().min(1).max(maxExpiryThresholdDays))
  .min(1)
  .max(maxExpiryThresholds)
  .refine((days) => days.every((each, index) => index === 0 || each < (days[index - 1] as number)), {
    message: 'Thresholds must be in descending order, each once',
  })
