import { computed } from 'vue'
import type { ServerRow, RowCountsByStatus } from '#shared/ipc/inventory.ts'
import { mainCommands } from '#renderer/ipc-client.ts'
import { useThrottledIpcEventCounter } from '#renderer/composables/useThrottledIpcEventCounter.ts'
import {
  unknownServerAddressCountNames,
  useUnsearchableDataCounts,
} from '#renderer/composables/useUnsearchableDataCounts.ts'
import { usePagesAndCountsOfSameQuery } from '#renderer/composables/usePagesAndCountsOfSameQuery.ts'
import type { FiltersOfShownRows } from '#renderer/stores/create-list-filter-and-sort.ts'
import { useAccounts } from '#renderer/stores/accounts-and-selection.ts'
import { useServerFilters } from '#renderer/stores/server-filters.ts'

/** Pages of the servers that match the account selection and the filters, and the counts for the filter bar. */
export function useServerList() {
  const filters = useServerFilters()
  const accounts = useAccounts()
  /** Changes when the stored rows may have changed. */
  const version = useThrottledIpcEventCounter('inventory.changed')

  const filter = computed(() => filters.filterFor(accounts.selectedIds))
  /** Changes when the query changes. */
  const queryKey = computed(() => JSON.stringify(filter.value))
  const unread = useUnsearchableDataCounts(
    () => ({ accountIds: filters.accountIdsWithin(accounts.selectedIds) }),
    () => (filters.isSearched ? unknownServerAddressCountNames : ['serverLists', 'deniedServerLists']),
  )

  const pages = usePagesAndCountsOfSameQuery<ServerRow, RowCountsByStatus, FiltersOfShownRows>({
    query: () => ({ key: queryKey.value, ...filters.shownFilters() }),
    loadPage: (offset, limit) =>
      mainCommands.inventory.servers({
        filter: filter.value,
        sort: filters.sort,
        isDescending: filters.isDescending,
        thenBy: filters.thenBy,
        offset,
        limit,
      }),
    loadCounts: () => mainCommands.inventory.serverCounts({ filter: filter.value }),
    // The counts do not depend on the chosen statuses.
    countsKey: () => JSON.stringify([{ ...filter.value, statuses: null }, version.value]),
  })

  return { ...pages, filter, queryKey, version, unread }
}
