import { computed, watch } from 'vue'
import { useAsyncData } from '#renderer/composables/useAsyncData.ts'
import { useAccounts } from '#renderer/stores/accounts-and-selection.ts'
import { loadExpiringDomains } from './load-expiring-domains.ts'
import { useRenewBasket } from './renew-basket-store.ts'

/**
 * Fills the basket with domains of the selected accounts that expire soon, unless it shows domains from another view.
 */
export function useFillBasketWithExpiringDomains() {
  const basket = useRenewBasket()
  const accounts = useAccounts()
  const present = computed(() => (accounts.isLoaded ? accounts.accounts.map(({ id }) => id).toSorted() : null))
  const queryKey = computed(() =>
    basket.source === 'expiringWithinDays' ? JSON.stringify([accounts.selectedIds, basket.days, present.value]) : null,
  )
  const { data, error, isLoading, reload } = useAsyncData(
    () =>
      basket.source === 'expiringWithinDays'
        ? loadExpiringDomains(accounts.selectedIds, basket.days)
        : Promise.resolve(null),
    { watch: [queryKey] },
  )

  watch(
    present,
    (ids) => {
      if (ids !== null) basket.dropRemovedAccounts(new Set(ids))
    },
    { immediate: true },
  )
  watch(data, (found) => {
    if (found !== null) basket.fill(found.rows)
  })
  return { isLoading, error, reload, total: computed(() => data.value?.total ?? null) }
}
