import { computed } from 'vue'
import type { DomainRow, RowCountsByStatus } from '#shared/ipc/inventory.ts'
import { mainCommands } from '#renderer/ipc-client.ts'
import { useThrottledIpcEventCounter } from '#renderer/composables/useThrottledIpcEventCounter.ts'
import { useUnsearchableDataCounts } from '#renderer/composables/useUnsearchableDataCounts.ts'
import { usePagesAndCountsOfSameQuery } from '#renderer/composables/usePagesAndCountsOfSameQuery.ts'
import type { FiltersOfShownRows } from '#renderer/stores/create-list-filter-and-sort.ts'
import { useAccounts } from '#renderer/stores/accounts-and-selection.ts'
import { useDomainFilters } from '#renderer/stores/domain-filters.ts'

/** Pages of the domains that match the account selection and the filters, and the counts for the filter bar. */
export function useDomainList() {
  const filters = useDomainFilters()
  const accounts = useAccounts()
  /** Changes when the stored rows may have changed. */
  const version = useThrottledIpcEventCounter('inventory.changed')

  const filter = computed(() => filters.filterFor(accounts.selectedIds))
  /** Changes when the query changes. */
  const queryKey = computed(() => JSON.stringify(filter.value))
  /** The domains in which the text is searched. */
  const searched = () => {
    const { text: _text, ...others } = filter.value
    return others
  }
  const unread = useUnsearchableDataCounts(searched, () => {
    const { autoRenew, lock, privacy, nameserver } = filters.facts
    const hasValue = (state: typeof lock) => state === 'on' || state === 'off'
    return [
      ...(filters.searchesRecords ? (['zones', 'unreadableZones'] as const) : []),
      ...(hasValue(autoRenew) ? (['autoRenew'] as const) : []),
      ...(hasValue(lock) ? (['registrarLock'] as const) : []),
      ...(hasValue(privacy) ? (['whoisPrivacy'] as const) : []),
      ...(nameserver.trim() === '' ? [] : (['nameservers'] as const)),
      'domainLists',
      'deniedDomainLists',
    ]
  })

  const pages = usePagesAndCountsOfSameQuery<DomainRow, RowCountsByStatus, FiltersOfShownRows>({
    query: () => ({ key: queryKey.value, ...filters.shownFilters() }),
    loadPage: (offset, limit, listId) =>
      mainCommands.inventory.domains({
        filter: filter.value,
        sort: filters.sort,
        isDescending: filters.isDescending,
        thenBy: filters.thenBy,
        offset,
        limit,
        listId,
      }),
    loadCounts: () => mainCommands.inventory.domainCounts({ filter: filter.value }),
    // The counts do not depend on the chosen statuses.
    countsKey: () => JSON.stringify([{ ...filter.value, statuses: null }, version.value]),
  })

  return { ...pages, filter, queryKey, version, unread }
}
