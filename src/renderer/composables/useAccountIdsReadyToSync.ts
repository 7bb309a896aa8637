import { computed, type ComputedRef } from 'vue'
import { useAccounts } from '#renderer/stores/accounts-and-selection.ts'
import { useSyncProgress } from '#renderer/stores/sync-progress.ts'

/**
 * Ids of the accounts that are neither paused nor syncing. `which`: `selected` for the selection of the account
 * sidebar.
 */
export function useAccountIdsReadyToSync(which: 'selected' | 'all'): ComputedRef<string[]> {
  const accounts = useAccounts()
  const sync = useSyncProgress()
  return computed(() => {
    const running = new Set(sync.running.map(({ accountId }) => accountId))
    const considered = which === 'all' ? accounts.accounts : accounts.selected
    return considered.filter(({ id, isPaused }) => !isPaused && !running.has(id)).map(({ id }) => id)
  })
}
