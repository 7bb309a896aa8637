import { limitClasses, rateLimits, type LimitClass } from '#shared/api/limits.ts'
import type { CallQuota, CallQuotas } from '#shared/order-quota-cost.ts'
import type { ApiClient } from '#main/api/types.ts'

/** The call quotas of an account: its observed limits, or the documented ones. */
export function getQuotaLimits(
  api: Pick<ApiClient, 'quotaUsage'>,
  accountId: string,
  limitClass: LimitClass,
): CallQuota {
  const { perMinute, perDay } =
    api.quotaUsage().find((one) => one.accountId === accountId && one.limitClass === limitClass) ??
    rateLimits[limitClass]
  return { perMinute, perDay }
}

export function getQuotaLimitsByClass(api: Pick<ApiClient, 'quotaUsage'>, accountId: string): CallQuotas {
  return Object.fromEntries(
    limitClasses.map((limitClass) => [limitClass, getQuotaLimits(api, accountId, limitClass)]),
  ) as CallQuotas
}
