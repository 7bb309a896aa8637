import { joinSentences } from '#renderer/ui/format/join-sentences.ts'

/**
 * Says when a part of a server that is being set up is available. `part`: the sentence about it. `obstacle`: why Banto
 * reads nothing of the account now; null if it reads the server list until the setup is complete.
 */
export function describeWhenServerPartIsReadAfterSetup(
  part: 'servers.detail.readAfterSetup' | 'serverPage.afterSetup',
  obstacle: string | null,
  t: (key: string) => string,
): string {
  return joinSentences([t(part), obstacle ?? t('servers.detail.listReadDuringSetup')])
}
