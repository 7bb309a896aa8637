import { computed } from 'vue'
import type { ServerRow } from '#shared/ipc/inventory.ts'
import type { PageOf } from '#shared/ipc/scalars.ts'
import { app } from '../../client.ts'
import { useChangeCount } from '../../composables/useChangeCount.ts'
import { useRemote } from '../../composables/useRemote.ts'
import { useAccounts } from '../../shell/accounts-state.ts'
import { useServerFilters } from './servers-state.ts'

/** Pages of the servers that the rail and the filters leave, and the counts for the filter bar. */
export function useServers() {
  const filters = useServerFilters()
  const accounts = useAccounts()
  /** Changes when the stored rows may have changed. */
  const version = useChangeCount('inventory.changed')

  const filter = computed(() => ({
    accountIds: accounts.selectedIds,
    statuses: filters.statuses.length > 0 ? filters.statuses : null,
    text: filters.text.trim(),
  }))
  /** Changes when other rows are asked for. */
  const question = computed(() => JSON.stringify(filter.value))
  const scope = computed(() => JSON.stringify(accounts.selectedIds))

  const counts = useRemote(() => countStatuses(accounts.selectedIds), { watch: [scope], reloadOn: [version], keepsData: true })

  function load(offset: number, limit: number): Promise<PageOf<ServerRow>> {
    return app.inventory.servers({ ...filter.value, sort: filters.sort, isDescending: filters.isDescending, offset, limit })
  }

  return { load, question, version, counts }
}

/** Servers are hundreds, not thousands: their statuses are counted from the rows. */
async function countStatuses(accountIds: string[] | null): Promise<{ total: number; byStatus: { status: string; count: number }[] }> {
  const counts = new Map<string, number>()
  const limit = 500
  let total = 0
  for (let offset = 0; offset === 0 || offset < total; offset += limit) {
    const page = await app.inventory.servers({ accountIds, offset, limit })
    total = page.total
    for (const { status } of page.rows) counts.set(status, (counts.get(status) ?? 0) + 1)
  }
  return { total, byStatus: [...counts].map(([status, count]) => ({ status, count })).sort((a, b) => b.count - a.count) }
}
