import { computed, type ComputedRef } from 'vue'
import { useAccounts } from './accounts-state.ts'
import { useSync } from './sync-state.ts'

/** The accounts of the rail's selection, or of all, that could begin a sync now: it is of each account by itself. */
export function useIdleAccounts(): ComputedRef<string[]> {
  const accounts = useAccounts()
  const sync = useSync()
  return computed(() => {
    const running = new Set(sync.running.map(({ accountId }) => accountId))
    return accounts.selected.filter(({ id, isPaused }) => !isPaused && !running.has(id)).map(({ id }) => id)
  })
}
