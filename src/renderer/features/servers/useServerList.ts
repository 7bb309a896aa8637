import { computed } from 'vue'
import type { ServerRow } from '#shared/ipc/inventory.ts'
import type { PageOf } from '#shared/ipc/common-schemas.ts'
import { mainCommands } from '#renderer/ipc-client.ts'
import { useThrottledEventCount } from '#renderer/composables/useThrottledEventCount.ts'
import { useAsyncData } from '#renderer/composables/useAsyncData.ts'
import { useNeverReadCounts } from '#renderer/composables/useNeverReadCounts.ts'
import { useAccounts } from '#renderer/stores/accounts-and-selection.ts'
import { useServerFilters } from '#renderer/stores/server-filters.ts'

/** Pages of the servers that match the account selection and the filters, and the counts for the filter bar. */
export function useServerList() {
  const filters = useServerFilters()
  const accounts = useAccounts()
  /** Changes when the stored rows may have changed. */
  const version = useThrottledEventCount('inventory.changed')

  const filter = computed(() => filters.filterFor(accounts.selectedIds))
  /** Changes when the query changes. */
  const queryKey = computed(() => JSON.stringify(filter.value))
  /** The counts do not depend on the chosen statuses. */
  const counted = computed(() => JSON.stringify({ ...filter.value, statuses: null }))
  const counts = useAsyncData(() => mainCommands.inventory.serverCounts({ filter: filter.value }), {
    watch: [counted],
    reloadOn: [version],
    keepsData: true,
  })

  const unread = useNeverReadCounts(
    () => ({ accountIds: accounts.selectedIds }),
    () =>
      filters.isSearched ? ['serverInfos', 'serverLists', 'deniedServerLists'] : ['serverLists', 'deniedServerLists'],
  )

  function load(offset: number, limit: number): Promise<PageOf<ServerRow>> {
    return mainCommands.inventory.servers({
      filter: filter.value,
      sort: filters.sort,
      isDescending: filters.isDescending,
      offset,
      limit,
    })
  }

  return { load, queryKey, version, counts, unread }
}
