import { rateLimitClasses, rateLimits, type RateLimitClass } from '#shared/api/service-limits.ts'
import type { MinuteAndDayLimits, MinuteAndDayLimitsByClass } from '#shared/order-quota-cost.ts'
import type { ApiClient } from './api-client-interface.ts'

/**
 * Returns the calls per minute and per day that the account may make: the limits that its responses report, or else the
 * documented ones.
 */
export function getAccountCallLimits(
  api: Pick<ApiClient, 'quotaUsage'>,
  accountId: string,
  limitClass: RateLimitClass,
): MinuteAndDayLimits {
  const { perMinute, perDay } =
    api.quotaUsage().find((one) => one.accountId === accountId && one.limitClass === limitClass) ??
    rateLimits[limitClass]
  return { perMinute, perDay }
}

export function getAccountCallLimitsByClass(
  api: Pick<ApiClient, 'quotaUsage'>,
  accountId: string,
): MinuteAndDayLimitsByClass {
  return Object.fromEntries(
    rateLimitClasses.map((limitClass) => [limitClass, getAccountCallLimits(api, accountId, limitClass)]),
  ) as MinuteAndDayLimitsByClass
}
