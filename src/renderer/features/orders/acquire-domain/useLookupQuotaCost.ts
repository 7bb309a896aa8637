import { computed, type ComputedRef } from 'vue'
import { rateLimits } from '#shared/api/limits.ts'
import { calculateQuotaCost, type QuotaCost } from '#shared/order-quota-cost.ts'
import { useQuotaUsage } from '#renderer/composables/useQuotaUsage.ts'

/**
 * The quota cost of look-ups, at the known domain limits of the account. Without an account, at the documented limits.
 */
export function useLookupQuotaCost(accountId: () => string | null, lookUps: () => number): ComputedRef<QuotaCost> {
  const usages = useQuotaUsage()
  return computed(() => {
    const usage =
      usages.value.find((each) => each.accountId === accountId() && each.limitClass === 'domain') ?? rateLimits.domain
    return calculateQuotaCost(lookUps(), usage)
  })
}
