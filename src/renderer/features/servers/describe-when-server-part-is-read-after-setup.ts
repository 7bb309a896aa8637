import {
  isServerListReadBetweenSyncs,
  type AccountAndAppState,
} from '#renderer/account-data/is-server-list-read-between-syncs.ts'
import { joinSentences } from '#renderer/ui/format/join-sentences.ts'

interface ReadingConditions extends AccountAndAppState {
  /** Why a sync of the account would send no calls; null if it would. */
  obstacle: string | null
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
  const isListRead = isServerListReadBetweenSyncs({ account, appState })
  return joinSentences([t(part), obstacle ?? (isListRead ? t('servers.detail.listReadDuringSetup') : null)])
}
