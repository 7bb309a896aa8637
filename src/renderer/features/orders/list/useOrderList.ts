import { computed } from 'vue'
import type { CommandOutput } from '#shared/ipc/all-commands-and-events.ts'
import { mainCommands } from '#renderer/ipc-client.ts'
import { useThrottledIpcEventCounter } from '#renderer/composables/useThrottledIpcEventCounter.ts'
import { usePagesAndCountsOfSameQuery } from '#renderer/composables/usePagesAndCountsOfSameQuery.ts'
import { useAccounts } from '#renderer/stores/accounts-and-selection.ts'
import type { OrderRow } from './order-columns.ts'
import { useOrderCountsRunsAndJournal } from '#renderer/stores/order-counts-runs-and-journal.ts'
import { useOrderFilters } from '#renderer/stores/order-filters.ts'

/**
 * Pages of the orders that match the account selection and the filters, the counts for the filter bar, and the count
 * without filters. `runs`: the runs as they were when the counts were made, so that the numbers of both agree. Before
 * the first counts are loaded, and after a failed query, they are the newest runs.
 */
export function useOrderList() {
  const filters = useOrderFilters()
  const accounts = useAccounts()
  const orders = useOrderCountsRunsAndJournal()
  /** Main sends the runs after every change of an order, and when a newly read list ends an order's wait. */
  const version = useThrottledIpcEventCounter('orders.runs')

  const filter = computed(() => filters.filterFor(accounts.selectedIds))
  /** Changes when the query changes. */
  const queryKey = computed(() => JSON.stringify(filter.value))
  /** The filter without statuses, because the counts are per status. */
  const counted = computed(() => {
    const { accountIds = null, kinds = null, runId = null, waitsFor = null, text = '' } = filter.value
    return { accountIds, kinds, runId, waitsFor: waitsFor === 'user' ? null : waitsFor, text }
  })
  const pages = usePagesAndCountsOfSameQuery<OrderRow, CommandOutput<'orders.countsAndRuns'>, { isFiltered: boolean }>({
    query: () => ({ key: queryKey.value, isFiltered: filters.isFiltered }),
    loadPage: (offset, limit) =>
      mainCommands.orders.list({
        filter: filter.value,
        sort: filters.sort,
        isDescending: filters.isDescending,
        offset,
        limit,
      }),
    loadCounts: () => mainCommands.orders.countsAndRuns(counted.value),
    countsKey: () => JSON.stringify([counted.value, version.value]),
  })

  const runs = computed(() => pages.counts.value?.runs ?? orders.runs)

  return { ...pages, runs, filter, queryKey, version }
}
