import { computed } from 'vue'
import { useAccounts } from '#renderer/stores/accounts-and-selection.ts'
import { useAppState } from '#renderer/stores/app-state.ts'

/**
 * Returns why nothing can be read for the account now: `offline` or `paused`; null if reading is possible. Text keys:
 * `domains.mayNotRead`, `dns.notRead`.
 */
export function useOfflineOrPausedObstacle(accountId: () => string) {
  const appState = useAppState()
  const accounts = useAccounts()
  return computed(() => {
    if (appState.isOffline) return 'offline'
    return accounts.byId(accountId())?.isPaused === true ? 'paused' : null
  })
}
