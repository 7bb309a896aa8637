import { computed, type ComputedRef } from 'vue'
import { limits } from '#shared/api/limits.ts'
import { costOf, type Cost } from '#shared/sending-cost.ts'
import { useQuota } from '../../../composables/useQuota.ts'

/** What so many look-ups cost of an account's quota for domains, at the limits that are known of it. */
export function useLookUpCost(accountId: () => string | null, lookUps: () => number): ComputedRef<Cost> {
  const gauges = useQuota()
  return computed(() => {
    const gauge = gauges.value.find((each) => each.accountId === accountId() && each.limitClass === 'domain') ?? limits.domain
    return costOf(lookUps(), gauge)
  })
}
