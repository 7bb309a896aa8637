import { rateLimits, type RateLimitClass } from '#shared/api/service-limits.ts'
import { AppError } from '#shared/app-error.ts'
import type { QuotaUsage } from '#shared/ipc/accounts.ts'
import type { ApiClient } from '#main/api/api-client-interface.ts'

/**
 * A daily limit for one kind of work. `used`: all calls of the account and limit class in the last 24 hours. The work
 * may make calls while `used` is below `allowed`.
 */
export interface DailyCallBudget {
  allowed: number
  used: number
}

/**
 * Returns the daily limit of the account and its calls in the last 24 hours. Before the first call, the limit is the
 * documented one.
 */
export function getDailyQuotaUsage(
  api: Pick<ApiClient, 'quotaUsage'>,
  accountId: string,
  limitClass: RateLimitClass,
): Pick<QuotaUsage, 'perDay' | 'usedDay'> {
  return (
    api.quotaUsage().find((one) => one.accountId === accountId && one.limitClass === limitClass) ?? {
      ...rateLimits[limitClass],
      usedDay: 0,
    }
  )
}

/** `fraction`: of the daily limit, 0 to 1. */
export function getDailyCallBudget(
  api: Pick<ApiClient, 'quotaUsage'>,
  accountId: string,
  limitClass: RateLimitClass,
  fraction: number,
): DailyCallBudget {
  const { perDay, usedDay } = getDailyQuotaUsage(api, accountId, limitClass)
  return { allowed: Math.floor(perDay * fraction), used: usedDay }
}

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
