import { mayAnyKeyReadList } from '#shared/api/may-any-key-read-list.ts'
import { findAutomaticReadObstacle, type AppStateForAutomaticReads } from '#shared/find-automatic-read-obstacle.ts'
import type { Account } from '#shared/ipc/accounts.ts'
import { isKeyUsable } from '#shared/key-states.ts'
import { joinSentences } from '#renderer/ui/format/join-sentences.ts'

interface ReadingConditions {
  /** Why a sync of the account would send no calls; null if it would. */
  obstacle: string | null
  /** The account of the server; null if it is not loaded. */
  account: Pick<Account, 'isPaused' | 'keys' | 'proxy'> | null
  appState: AppStateForAutomaticReads
}

/**
 * Says when a part of a server that is being set up is available. `part`: the sentence about it. The server list is
 * said to be read until then only if Banto reads it by itself now.
 */
export function describeWhenServerPartIsReadAfterSetup(
  part: 'servers.detail.readAfterSetup' | 'serverPage.afterSetup',
  { obstacle, account, appState }: ReadingConditions,
  t: (key: string) => string,
): string {
  const isListRead =
    account !== null &&
    findAutomaticReadObstacle(account, appState) === null &&
    mayAnyKeyReadList(account.keys.filter(isKeyUsable), 'server')
  return joinSentences([t(part), obstacle ?? (isListRead ? t('servers.detail.listReadDuringSetup') : null)])
}
