import { computed } from 'vue'
import { useAccounts } from '#renderer/stores/accounts-and-selection.ts'
import { useAppState } from '#renderer/stores/app-state.ts'

/** Why Banto reads nothing of the account now: the text key under `domains.mayNotRead`; null if it may read. */
export function useReadObstacle(accountId: () => string) {
  const appState = useAppState()
  const accounts = useAccounts()
  return computed(() => {
    if (appState.isOffline) return 'offline'
    return accounts.byId(accountId())?.isPaused === true ? 'paused' : null
  })
}
