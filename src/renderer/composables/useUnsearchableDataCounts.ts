import { computed, type ComputedRef } from 'vue'
import type { DomainFilter } from '#shared/ipc/inventory.ts'
import type { UnsearchableDataCounts } from '#shared/ipc/unsearchable-data-counts.ts'
import { mainCommands } from '#renderer/ipc-client.ts'
import { useThrottledIpcEventCounter } from './useThrottledIpcEventCounter.ts'
import { useAsyncData } from './useAsyncData.ts'

/** Counts of the servers whose addresses are not known. */
export const unknownServerAddressCountNames = [
  'serverInfos',
  'unreadableServerInfos',
  'serverLists',
  'deniedServerLists',
] as const satisfies readonly (keyof UnsearchableDataCounts)[]

/** True if any count is above 0. The shown rows may then be incomplete. */
export function hasUnsearchableData(unread: Partial<UnsearchableDataCounts> | null): boolean {
  return Object.values(unread ?? {}).some((count) => count > 0)
}

/**
 * Counts rows and details that were never read and so cannot be shown or found. Null until counted. `filter`: the rows
 * to count. `parts`: the counts to return.
 */
export function useUnsearchableDataCounts(
  filter: () => Partial<Omit<DomainFilter, 'text'>>,
  parts: () => readonly (keyof UnsearchableDataCounts)[],
): ComputedRef<Partial<UnsearchableDataCounts> | null> {
  const queryKey = computed(() => JSON.stringify([filter(), parts()]))
  const load = async () => {
    const asked = parts()
    if (asked.length === 0) return null
    const unread = await mainCommands.inventory.neverReadCounts({
      filter: filter(),
      searchesNameservers: asked.includes('nameservers'),
    })
    return Object.fromEntries(asked.map((part) => [part, unread[part]]))
  }
  const { data } = useAsyncData(load, {
    watch: [queryKey],
    reloadOn: [useThrottledIpcEventCounter('inventory.changed'), useThrottledIpcEventCounter('accounts.changed')],
  })
  return computed(() => data.value)
}
