import { computed, watch } from 'vue'
import { mainCommands } from '#renderer/ipc-client.ts'
import { useAsyncData } from '#renderer/composables/useAsyncData.ts'
import { useThrottledIpcEventCounter } from '#renderer/composables/useThrottledIpcEventCounter.ts'
import { useAccounts } from '#renderer/stores/accounts-and-selection.ts'
import { loadExpiringDomains } from './load-expiring-domains.ts'
import { loadStoredDomainRows } from './load-stored-domain-rows.ts'
import { selectedDomainsQuery, useRenewBasket } from './renew-basket-store.ts'

/**
 * Fills the basket with the domains of the selected accounts that expire soon. A basket with domains from another view
 * keeps its domains. Both follow the details that are read and the orders that change meanwhile. `isQuoteOpen`: the
 * quote is shown or being requested.
 */
export function useFillRenewBasketWithExpiringDomains(isQuoteOpen: () => boolean) {
  const basket = useRenewBasket()
  const accounts = useAccounts()
  const present = computed(() => (accounts.isLoaded ? accounts.accounts.map(({ id }) => id).toSorted() : null))
  const query = computed(() =>
    basket.source === 'expiringWithinDays' ? JSON.stringify([accounts.selectedIds, basket.days]) : selectedDomainsQuery,
  )
  const { data, error, isLoading, reload } = useAsyncData(
    async () => {
      const asked = query.value
      const { rows, total } =
        asked === selectedDomainsQuery
          ? { rows: await loadStoredDomainRows(basket.chosen), total: null }
          : await loadExpiringDomains(accounts.selectedIds, basket.days)
      return { query: asked, rows, total, openOrders: await mainCommands.orders.listOpenTargets(null) }
    },
    {
      watch: [query],
      reloadOn: [
        () => present.value?.join(),
        useThrottledIpcEventCounter('inventory.changed'),
        useThrottledIpcEventCounter('orders.changed'),
      ],
    },
  )

  watch(
    present,
    (ids) => {
      if (ids !== null) basket.dropRemovedAccounts(new Set(ids))
    },
    { immediate: true },
  )
  watch(data, (found) => {
    if (found?.query !== query.value) return
    if (!isQuoteOpen()) basket.recordOpenOrders(found.openOrders)
    if (found.query === selectedDomainsQuery) basket.updateChosen(found.rows, isQuoteOpen())
    else basket.fill(found.rows, { query: found.query, isQuoteOpen: isQuoteOpen() })
  })
  // While the quote was open, the lines did not follow the stored rows.
  watch(isQuoteOpen, (isOpen) => {
    if (!isOpen) void reload()
  })
  return {
    isLoading: computed(() => isLoading.value && data.value === null),
    error,
    reload,
    total: computed(() => data.value?.total ?? null),
  }
}
