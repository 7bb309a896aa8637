import { getResourceKey } from '#shared/get-resource-key.ts'
import type { ServerVersionsRow } from './to-server-versions-row.ts'

export interface SelectedServersLeftOut {
  /** Servers of accounts that are not selected. This page does not list them. */
  ofOtherAccounts: number
  /** Listed servers of which nothing can be read or changed before the setup is done. */
  settingUp: number
  /** Servers that are no longer in the list of their account. */
  gone: number
}

/**
 * Counts, by reason, the servers that are selected in the server list but missing on this page. `listed`: the servers
 * of the selected accounts. `accountIds`: the selected accounts; null: all. `hasAccount`: whether the app has the
 * account. A server of an account that was removed or merged since is not counted, because its account has no list.
 */
export function countSelectedServersLeftOut(
  selected: readonly { accountId: string; name: string }[],
  listed: readonly Pick<ServerVersionsRow, 'accountId' | 'name' | 'isSettingUp'>[],
  accountIds: readonly string[] | null,
  hasAccount: (accountId: string) => boolean,
): SelectedServersLeftOut {
  const byKey = new Map(listed.map((server) => [getResourceKey(server), server]))
  const counts = { ofOtherAccounts: 0, settingUp: 0, gone: 0 }
  for (const server of selected) {
    const found = byKey.get(getResourceKey(server))
    if (found?.isSettingUp) counts.settingUp += 1
    else if (!found && hasAccount(server.accountId))
      counts[accountIds === null || accountIds.includes(server.accountId) ? 'gone' : 'ofOtherAccounts'] += 1
  }
  return counts
}
