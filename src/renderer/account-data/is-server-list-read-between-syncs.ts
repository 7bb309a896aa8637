import { mayAnyKeyReadList } from '#shared/api/may-any-key-read-list.ts'
import { findAutomaticReadObstacle, type AppStateForAutomaticReads } from '#shared/find-automatic-read-obstacle.ts'
import type { Account } from '#shared/ipc/accounts.ts'
import { isKeyUsable } from '#shared/key-states.ts'

export interface AccountAndAppState {
  /** Null if it is not loaded. */
  account: Pick<Account, 'isPaused' | 'keys' | 'proxy'> | null
  appState: AppStateForAutomaticReads
}

/** Returns true if Banto now reads the server list of the account between syncs while a server is being set up. */
export function isServerListReadBetweenSyncs({ account, appState }: AccountAndAppState): boolean {
  return (
    account !== null &&
    appState.settings.backgroundShare > 0 &&
    findAutomaticReadObstacle(account, appState) === null &&
    mayAnyKeyReadList(account.keys.filter(isKeyUsable), 'server')
  )
}
