import { computed, type ComputedRef } from 'vue'
import { useAccounts } from './accounts-state.ts'
import { useSync } from './sync-state.ts'

/** Those of the accounts that could begin a sync now: it is of each account by itself. `of`: `selected` in the rail, or `accounts`, all of them. */
export function useIdleAccounts(of: 'selected' | 'accounts'): ComputedRef<string[]> {
  const accounts = useAccounts()
  const sync = useSync()
  return computed(() => {
    const running = new Set(sync.running.map(({ accountId }) => accountId))
    return accounts[of].filter(({ id, isPaused }) => !isPaused && !running.has(id)).map(({ id }) => id)
  })
}
