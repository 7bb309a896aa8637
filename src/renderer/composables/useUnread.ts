import { computed, type ComputedRef } from 'vue'
import type { Unread } from '#shared/ipc/inventory.ts'
import { app } from '../client.ts'
import { useChangeCount } from './useChangeCount.ts'
import { useRemote } from './useRemote.ts'

/** Whether what is shown may not be all. */
export function hasUnread(unread: Partial<Unread> | null): boolean {
  return Object.values(unread ?? {}).some((count) => count > 0)
}

/** What cannot be shown or found yet, because it was never read; null until it was counted. `accountIds`: null is all. `parts`: what would be looked at. */
export function useUnread(accountIds: () => string[] | null, parts: () => readonly (keyof Unread)[]): ComputedRef<Partial<Unread> | null> {
  const question = computed(() => JSON.stringify([accountIds(), parts()]))
  const load = async () => {
    const asked = parts()
    if (asked.length === 0) return null
    const unread = await app.inventory.unread({ accountIds: accountIds() })
    return Object.fromEntries(asked.map((part) => [part, unread[part]]))
  }
  const { data } = useRemote(load, { watch: [question], reloadOn: [useChangeCount('inventory.changed'), useChangeCount('accounts.changed')] })
  return computed(() => data.value)
}
