import { computed, type ComputedRef } from 'vue'
import { rateLimits } from '#shared/api/service-limits.ts'
import { calculateQuotaCost, type QuotaCost } from '#shared/order-quota-cost.ts'
import type { WaitBeforeNextCall } from '#renderer/account-data/find-account-wait-before-next-call.ts'
import { useQuotaUsage } from '#renderer/stores/quota-usage.ts'
import { useFindLookUpWait } from './useFindLookUpWait.ts'

/** `wait`: the wait of the account before the first look-up; null for none. `minutes` does not include it. */
export interface AvailabilityLookupQuotaCost extends QuotaCost {
  wait: WaitBeforeNextCall | null
}

/**
 * The quota cost of look-ups, at the known domain limits of the account. Without an account, at the documented limits.
 */
export function useAvailabilityLookupQuotaCost(
  accountId: () => string | null,
  lookUpCount: () => number,
): ComputedRef<AvailabilityLookupQuotaCost> {
  const quota = useQuotaUsage()
  const findWait = useFindLookUpWait()
  return computed(() => {
    const id = accountId()
    const usage =
      quota.usages.find((each) => each.accountId === id && each.limitClass === 'domain') ?? rateLimits.domain
    const count = lookUpCount()
    return { ...calculateQuotaCost(count, usage), wait: id === null ? null : findWait(id, count) }
  })
}
