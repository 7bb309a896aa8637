import { computed, type ComputedRef } from 'vue'
import { rateLimits } from '#shared/api/service-limits.ts'
import { calculateQuotaCost, type QuotaCost } from '#shared/order-quota-cost.ts'
import { useQuotaUsage } from '#renderer/stores/quota-usage.ts'

/**
 * The quota cost of look-ups, at the known domain limits of the account. Without an account, at the documented limits.
 */
export function useAvailabilityLookupQuotaCost(
  accountId: () => string | null,
  lookUpCount: () => number,
): ComputedRef<QuotaCost> {
  const quota = useQuotaUsage()
  return computed(() => {
    const usage =
      quota.usages.find((each) => each.accountId === accountId() && each.limitClass === 'domain') ?? rateLimits.domain
    return calculateQuotaCost(lookUpCount(), usage)
  })
}
