import { computed } from 'vue'
import type { ServerRow } from '#shared/ipc/inventory.ts'
import type { PageOf } from '#shared/ipc/scalars.ts'
import { app } from '../../client.ts'
import { useChangeCount } from '../../composables/useChangeCount.ts'
import { useRemote } from '../../composables/useRemote.ts'
import { useUnread } from '../../composables/useUnread.ts'
import { useAccounts } from '../../shell/accounts-state.ts'
import { useServerFilters } from './servers-state.ts'

/** Pages of the servers that the rail and the filters leave, and the counts for the filter bar. */
export function useServers() {
  const filters = useServerFilters()
  const accounts = useAccounts()
  /** Changes when the stored rows may have changed. */
  const version = useChangeCount('inventory.changed')

  const filter = computed(() => filters.filterFor(accounts.selectedIds))
  /** Changes when other rows are asked for. */
  const question = computed(() => JSON.stringify(filter.value))
  /** Another status chosen changes no count. */
  const counted = computed(() => JSON.stringify({ ...filter.value, statuses: null }))
  const counts = useRemote(() => app.inventory.serverCounts({ filter: filter.value }), { watch: [counted], reloadOn: [version], keepsData: true })

  const unread = useUnread(() => ({ accountIds: accounts.selectedIds }), () => (filters.isSearched ? ['serverInfos', 'serverLists', 'deniedServerLists'] : ['serverLists', 'deniedServerLists']))

  function load(offset: number, limit: number): Promise<PageOf<ServerRow>> {
    return app.inventory.servers({ filter: filter.value, sort: filters.sort, isDescending: filters.isDescending, offset, limit })
  }

  return { load, question, version, counts, unread }
}
