import { dayMs } from '#shared/durations.ts'

/**
 * Banto's own bounds for values in response headers, far above the numbers of the API description. A limit outside the
 * bounds is ignored, and the lower known limit stays. A longer wait is cut to the maximum: ignoring it would mean no
 * wait. A clock value outside the bounds is ignored.
 */
export const acceptedResponseHeaderRanges = {
  perMinute: { min: 1, max: 1_000 },
  /** The maximum is also the size of the rate ledger of one account and class. */
  perDay: { min: 1, max: 50_000 },
  concurrent: { min: 1, max: 50 },
  /** No limit counts over more than a day. */
  retryAfterMs: { max: dayMs },
  /** Bounds of the service's clock, epoch milliseconds. */
  date: { min: Date.UTC(2020, 0), max: Date.UTC(2100, 0) },
} as const
