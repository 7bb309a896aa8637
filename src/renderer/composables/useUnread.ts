import { computed, type ComputedRef } from 'vue'
import type { DomainFilter, Unread } from '#shared/ipc/inventory.ts'
import { app } from '../client.ts'
import { useChangeCount } from './useChangeCount.ts'
import { useRemote } from './useRemote.ts'

/** Whether what is shown may not be all. */
export function hasUnread(unread: Partial<Unread> | null): boolean {
  return Object.values(unread ?? {}).some((count) => count > 0)
}

/** What cannot be shown or found yet, because it was never read; null until it was counted. `filter`: of the rows looked at. `parts`: what would be looked at. */
export function useUnread(filter: () => Partial<Omit<DomainFilter, 'text'>>, parts: () => readonly (keyof Unread)[]): ComputedRef<Partial<Unread> | null> {
  const question = computed(() => JSON.stringify([filter(), parts()]))
  const load = async () => {
    const asked = parts()
    if (asked.length === 0) return null
    const unread = await app.inventory.unread({ filter: filter() })
    return Object.fromEntries(asked.map((part) => [part, unread[part]]))
  }
  const { data } = useRemote(load, { watch: [question], reloadOn: [useChangeCount('inventory.changed'), useChangeCount('accounts.changed')] })
  return computed(() => data.value)
}
