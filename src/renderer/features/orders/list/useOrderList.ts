import { computed } from 'vue'
import type { PageOf } from '#shared/ipc/common-schemas.ts'
import { mainCommands } from '#renderer/ipc-client.ts'
import { useThrottledEventCount } from '#renderer/composables/useThrottledEventCount.ts'
import { useAsyncData } from '#renderer/composables/useAsyncData.ts'
import { useAccounts } from '#renderer/stores/accounts-and-selection.ts'
import type { OrderRow } from './order-columns.ts'
import { useOrderFilters } from '#renderer/stores/order-filters.ts'

/**
 * Pages of the orders that match the account selection and the filters, the counts for the filter bar, and the count
 * without filters.
 */
export function useOrderList() {
  const filters = useOrderFilters()
  const accounts = useAccounts()
  const changed = useThrottledEventCount('orders.changed')
  const changedRuns = useThrottledEventCount('orders.runs')
  /**
   * Changes with intents. With the filter `waitsFor`, also with runs, because a newly read list may end an order's
   * wait.
   */
  const version = computed(() => changed.value + (filters.waitsFor === null ? 0 : changedRuns.value))

  const filter = computed(() => filters.filterFor(accounts.selectedIds))
  /** Changes when the query changes. */
  const queryKey = computed(() => JSON.stringify(filter.value))
  const scope = computed(() => JSON.stringify(accounts.selectedIds))
  const whole = useAsyncData(() => mainCommands.orders.counts({ accountIds: accounts.selectedIds }), {
    watch: [scope],
    reloadOn: [version],
    keepsData: true,
  })
  /** The filter without statuses, because the counts are per status. */
  const counted = computed(() => {
    const { accountIds = null, kinds = null, runId = null, waitsFor = null, text = '' } = filter.value
    return { accountIds, kinds, runId, waitsFor: waitsFor === 'user' ? null : waitsFor, text }
  })
  const counts = useAsyncData(() => mainCommands.orders.counts(counted.value), {
    watch: [() => JSON.stringify(counted.value)],
    reloadOn: [version],
    keepsData: true,
  })
  /** The orders that wait for the user. They change with runs, too: see `version`. */
  const waiting = useAsyncData(() => mainCommands.orders.counts({ ...counted.value, waitsFor: 'user' }), {
    watch: [() => JSON.stringify(counted.value)],
    reloadOn: [changed, changedRuns],
    keepsData: true,
  })
  const total = computed(() => whole.data.value?.total)

  function load(offset: number, limit: number): Promise<PageOf<OrderRow>> {
    return mainCommands.orders.list({
      filter: filter.value,
      sort: filters.sort,
      isDescending: filters.isDescending,
      offset,
      limit,
    })
  }

  return { load, filter, queryKey, version, counts, waiting, total }
}
