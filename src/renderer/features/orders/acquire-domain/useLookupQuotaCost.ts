import { computed, type ComputedRef } from 'vue'
import { rateLimits } from '#shared/api/limits.ts'
import { calculateQuotaCost, type QuotaCost } from '#shared/order-quota-cost.ts'
import { useQuotaUsage } from '#renderer/composables/useQuotaUsage.ts'

/** What so many look-ups cost of an account's quota for domains, at the limits that are known of it. */
export function useLookupQuotaCost(accountId: () => string | null, lookUps: () => number): ComputedRef<QuotaCost> {
  const gauges = useQuotaUsage()
  return computed(() => {
    const gauge =
      gauges.value.find((each) => each.accountId === accountId() && each.limitClass === 'domain') ?? rateLimits.domain
    return calculateQuotaCost(lookUps(), gauge)
  })
}
