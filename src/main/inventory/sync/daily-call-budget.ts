import { rateLimits, type RateLimitClass } from '#shared/api/service-limits.ts'
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
