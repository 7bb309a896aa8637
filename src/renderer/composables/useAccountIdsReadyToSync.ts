import { computed, type ComputedRef } from 'vue'
import { useAccounts } from '#renderer/stores/accounts-and-selection.ts'
import { useSyncProgress } from '#renderer/stores/sync-progress.ts'

/**
 * Ids of the accounts that are neither paused nor syncing. `of`: `selected` for the selection of the account sidebar,
 * `accounts` for all accounts.
 */
export function useAccountIdsReadyToSync(of: 'selected' | 'accounts'): ComputedRef<string[]> {
  const accounts = useAccounts()
  const sync = useSyncProgress()
  return computed(() => {
    const running = new Set(sync.running.map(({ accountId }) => accountId))
    return accounts[of].filter(({ id, isPaused }) => !isPaused && !running.has(id)).map(({ id }) => id)
  })
}
