import { computed, type ComputedRef } from 'vue'
import { useAccounts } from '#renderer/stores/accounts.ts'
import { useSync } from '#renderer/stores/sync.ts'

/** Those of the accounts that could begin a sync now: it is of each account by itself. `of`: `selected` in the rail, or `accounts`, all of them. */
export function useSyncableAccounts(of: 'selected' | 'accounts'): ComputedRef<string[]> {
  const accounts = useAccounts()
  const sync = useSync()
  return computed(() => {
    const running = new Set(sync.running.map(({ accountId }) => accountId))
    return accounts[of].filter(({ id, isPaused }) => !isPaused && !running.has(id)).map(({ id }) => id)
  })
}
