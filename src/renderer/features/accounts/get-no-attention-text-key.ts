import { mayAccountHaveEntriesThatNoKeyReads } from '#shared/attention/may-account-have-entries-that-no-key-reads.ts'
import type { Account } from '#shared/ipc/accounts.ts'
import { findListsNeverRead } from '#renderer/account-data/explain-missing-lists-ages-and-counts.ts'
import { isListDeniedToAllKeys } from '#renderer/account-data/may-account-read-list.ts'
import type { AttentionIncompleteReason } from '#renderer/composables/useOverview.ts'

/**
 * Returns the key of the text for an account without items that need attention. The overview reports no stale lists of
 * a paused account, so its lists always count as possibly old. Keys that are limited to selected targets read parts of
 * the lists only.
 */
export function getNoAttentionTextKey(
  account: Pick<Account, 'keys' | 'domainsReadAt' | 'serversReadAt' | 'isPaused'>,
  incompleteReason: AttentionIncompleteReason | null,
): 'overview.attentionIncomplete.ordersUnknown' | `accounts.overview.${'listsUnknown' | 'calmAsLastRead' | 'calm'}` {
  if (incompleteReason === 'ordersUnknown') return 'overview.attentionIncomplete.ordersUnknown'
  const isEveryListRead =
    findListsNeverRead(account) === null &&
    !isListDeniedToAllKeys(account, 'domains') &&
    !isListDeniedToAllKeys(account, 'servers')
  if (!isEveryListRead) return 'accounts.overview.listsUnknown'
  const isCalm = incompleteReason === null && !account.isPaused && !mayAccountHaveEntriesThatNoKeyReads(account)
  return `accounts.overview.${isCalm ? 'calm' : 'calmAsLastRead'}`
}
