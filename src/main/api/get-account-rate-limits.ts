import { limitClasses, rateLimits, type LimitClass } from '#shared/api/service-limits.ts'
import type { CallQuota, CallQuotaByClass } from '#shared/order-quota-cost.ts'
import type { ApiClient } from './types.ts'

/** How many calls an account may make per minute and per day: the limits that its responses report, or else the documented ones. */
export function getAccountRateLimits(
  api: Pick<ApiClient, 'quotaUsage'>,
  accountId: string,
  limitClass: LimitClass,
): CallQuota {
  const { perMinute, perDay } =
    api.quotaUsage().find((one) => one.accountId === accountId && one.limitClass === limitClass) ??
    rateLimits[limitClass]
  return { perMinute, perDay }
}

export function getAccountRateLimitsByClass(api: Pick<ApiClient, 'quotaUsage'>, accountId: string): CallQuotaByClass {
  return Object.fromEntries(
    limitClasses.map((limitClass) => [limitClass, getAccountRateLimits(api, accountId, limitClass)]),
  ) as CallQuotaByClass
}
