import { computed, type ComputedRef } from 'vue'
import type { DomainFilter, UnreadCounts } from '#shared/ipc/inventory.ts'
import { app } from '#renderer/ipc-client.ts'
import { useChangeCount } from './useChangeCount.ts'
import { useAsyncData } from './useAsyncData.ts'

/** Whether what is shown may not be all. */
export function hasUnread(unread: Partial<UnreadCounts> | null): boolean {
  return Object.values(unread ?? {}).some((count) => count > 0)
}

/** What cannot be shown or found yet, because it was never read; null until it was counted. `filter`: of the rows looked at. `parts`: what would be looked at. */
export function useUnreadCounts(filter: () => Partial<Omit<DomainFilter, 'text'>>, parts: () => readonly (keyof UnreadCounts)[]): ComputedRef<Partial<UnreadCounts> | null> {
  const question = computed(() => JSON.stringify([filter(), parts()]))
  const load = async () => {
    const asked = parts()
    if (asked.length === 0) return null
    const unread = await app.inventory.unread({ filter: filter() })
    return Object.fromEntries(asked.map((part) => [part, unread[part]]))
  }
  const { data } = useAsyncData(load, { watch: [question], reloadOn: [useChangeCount('inventory.changed'), useChangeCount('accounts.changed')] })
  return computed(() => data.value)
}
