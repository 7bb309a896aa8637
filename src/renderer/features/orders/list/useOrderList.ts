import { computed } from 'vue'
import type { CommandOutput } from '#shared/ipc/contract.ts'
import { mainCommands } from '#renderer/ipc-client.ts'
import { useThrottledEventCount } from '#renderer/composables/useThrottledEventCount.ts'
import { usePagesWithCounts } from '#renderer/composables/usePagesWithCounts.ts'
import { useAccounts } from '#renderer/stores/accounts-and-selection.ts'
import type { OrderRow } from './order-columns.ts'
import { useOrderFilters } from '#renderer/stores/order-filters.ts'

interface OrderListCounts {
  matching: CommandOutput<'orders.counts'>
  /** Number of orders that wait for the user. */
  waiting: number
  /** Number of orders of the account selection, whatever the filters are. */
  total: number
}

/**
 * Pages of the orders that match the account selection and the filters, the counts for the filter bar, and the count
 * without filters.
 */
export function useOrderList() {
  const filters = useOrderFilters()
  const accounts = useAccounts()
  const changed = useThrottledEventCount('orders.changed')
  const changedRuns = useThrottledEventCount('orders.runs')
  /** Changes with intents, and with runs, because a newly read list may end an order's wait. */
  const version = computed(() => changed.value + changedRuns.value)

  const filter = computed(() => filters.filterFor(accounts.selectedIds))
  /** Changes when the query changes. */
  const queryKey = computed(() => JSON.stringify(filter.value))
  /** The filter without statuses, because the counts are per status. */
  const counted = computed(() => {
    const { accountIds = null, kinds = null, runId = null, waitsFor = null, text = '' } = filter.value
    return { accountIds, kinds, runId, waitsFor: waitsFor === 'user' ? null : waitsFor, text }
  })
  const pages = usePagesWithCounts<OrderRow, OrderListCounts, { isFiltered: boolean }>({
    query: () => ({ key: queryKey.value, isFiltered: filters.isFiltered }),
    loadPage: (offset, limit) =>
      mainCommands.orders.list({
        filter: filter.value,
        sort: filters.sort,
        isDescending: filters.isDescending,
        offset,
        limit,
      }),
    async loadCounts() {
      const { accountIds } = counted.value
      const [matching, waiting, whole] = await Promise.all([
        mainCommands.orders.counts(counted.value),
        mainCommands.orders.counts({ ...counted.value, waitsFor: 'user' }),
        mainCommands.orders.counts({ accountIds }),
      ])
      return { matching, waiting: waiting.total, total: whole.total }
    },
    countsKey: () => JSON.stringify([counted.value, version.value]),
  })

  return { ...pages, filter, queryKey, version }
}
