import { computed, type ShallowRef } from 'vue'
import { app } from '../client.ts'
import { useChangeCount } from './useChangeCount.ts'
import { useRemote } from './useRemote.ts'

export interface Unread {
  zones: number
  accounts: number
}

/** Whether what a search finds may not be all. */
export function hasUnread(unread: Unread | null): boolean {
  return unread !== null && unread.zones + unread.accounts > 0
}

/** What no search can find yet, because it was never read; null while nobody searches, or until it was counted. `accountIds`: null is all. */
export function useUnread(isSearching: () => boolean, accountIds: () => string[] | null): ShallowRef<Unread | null> {
  const question = computed(() => JSON.stringify([isSearching(), accountIds()]))
  const load = () => (isSearching() ? app.inventory.unread({ accountIds: accountIds() }) : Promise.resolve(null))
  return useRemote(load, { watch: [question], reloadOn: [useChangeCount('inventory.changed'), useChangeCount('accounts.changed')] }).data
}
