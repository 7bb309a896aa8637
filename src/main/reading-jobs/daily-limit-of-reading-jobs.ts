import type { RateLimitClass } from '#shared/api/service-limits.ts'
import { AppError } from '#shared/app-error.ts'
import type { ApiClient } from '#main/api/api-client-interface.ts'
import { getDailyCallBudget } from '#main/inventory/sync/daily-call-budget.ts'

/** The rest is kept for changes, orders and single readings. */
const fractionForReading = 9 / 10

/**
 * Returns the fraction of the daily limit that reading jobs may use: never less than the fraction of background
 * reading.
 */
export function computeReadingJobQuotaFraction(backgroundFraction: number): number {
  return Math.max(fractionForReading, backgroundFraction)
}

/** Returns why the reading jobs of the account wait; null while their budget has calls left. */
export function findReadingJobLimitError(
  api: Pick<ApiClient, 'quotaUsage'>,
  accountId: string,
  limitClass: RateLimitClass,
  backgroundFraction: number,
): AppError | null {
  const fraction = computeReadingJobQuotaFraction(backgroundFraction)
  const { allowed, used } = getDailyCallBudget(api, accountId, limitClass, fraction)
  if (used < allowed) return null
  return new AppError('waits_for_limit', 'Reading has used its part of the daily limit', {
    details: { limit: 'reading', percent: Math.round(fraction * 100) },
  })
}
