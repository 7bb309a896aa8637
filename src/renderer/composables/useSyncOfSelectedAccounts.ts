import { computed } from 'vue'
import { useAccounts } from '#renderer/stores/accounts-and-selection.ts'
import { useSyncProgress } from '#renderer/stores/sync-progress.ts'
import { useAccountIdsReadyToSync } from './useAccountIdsReadyToSync.ts'
import { useSyncObstacle } from './useSyncObstacle.ts'

/**
 * For a button that syncs the accounts selected in the sidebar, without those that sync already. `isRunning`: all of
 * them sync already, except paused ones.
 */
export function useSyncOfSelectedAccounts() {
  const accounts = useAccounts()
  const sync = useSyncProgress()
  const ready = useAccountIdsReadyToSync('selected')
  const findObstacle = useSyncObstacle()
  return {
    isRunning: computed(() => {
      const running = new Set(sync.running.map(({ accountId }) => accountId))
      return ready.value.length === 0 && accounts.selected.some(({ id }) => running.has(id))
    }),
    obstacle: computed(() => findObstacle(accounts.selectedIds)),
    start: () => sync.start(ready.value),
  }
}
