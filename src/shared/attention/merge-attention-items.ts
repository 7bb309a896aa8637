import type { AttentionItem } from '#shared/ipc/overview-and-attention-item-schemas.ts'
import type { Account } from '#shared/ipc/accounts.ts'
import type { KeychainState } from '#shared/ipc/app-state-and-settings.ts'
import type { WireError } from '#shared/app-error.ts'
import { isErrorCausedBy } from '#shared/error-kinds.ts'
import type { ShownAttentionItem } from './shown-attention-item.ts'

/**
 * Merges stale accounts into one item. An account whose lists are being read now is left out, because it needs no other
 * sync.
 */
export function mergeStaleAccountItems(
  items: readonly AttentionItem[],
  isReadingLists: (accountId: string) => boolean,
): ShownAttentionItem[] {
  const stale = items.filter((item) => item.kind === 'stale' && !isReadingLists(item.accountId)) as Extract<
    AttentionItem,
    { kind: 'stale' }
  >[]
  const others = items.filter((item) => item.kind !== 'stale')
  if (stale.length < 2) return [...others, ...stale]
  return [...others, { kind: 'stale_many', accountIds: stale.map((item) => item.accountId) }]
}

/**
 * While the keychain cannot be read, no key is usable. The keychain item therefore exists even if no sync has failed so
 * far, and names every account with a key.
 */
export function addKeychainItemOfAllAccounts(
  items: readonly ShownAttentionItem[],
  keychain: KeychainState,
  selected: readonly Pick<Account, 'id' | 'keys'>[],
): ShownAttentionItem[] {
  const accountIds = selected.filter(({ keys }) => keys.length > 0).map(({ id }) => id)
  if (keychain.error === null || accountIds.length === 0) return [...items]
  if (!items.some(({ kind }) => kind === 'keychain'))
    return [{ kind: 'keychain', error: keychain.error, accountIds }, ...items]
  return items.map((item) => (item.kind === 'keychain' ? { ...item, accountIds } : item))
}

type FailedSync = Extract<AttentionItem, { kind: 'sync_failed' }>

/**
 * Merges syncs of several accounts that failed with the same network error into one item, at the position of the first.
 * A network error has one cause for all accounts of the same proxy, unlike an error answer of the service.
 */
export function mergeFailedSyncItemsWithSameNetworkError(items: readonly ShownAttentionItem[]): ShownAttentionItem[] {
  const isUnreached = (item: ShownAttentionItem): item is FailedSync & { error: WireError } =>
    item.kind === 'sync_failed' && item.error !== null && isErrorCausedBy(item.error, 'network')
  const unreached = items.filter(isUnreached)
  return items.flatMap((item): ShownAttentionItem[] => {
    if (!isUnreached(item)) return [item]
    const cause = describeCause(item.error)
    const alike = unreached.filter(({ error }) => describeCause(error) === cause)
    if (alike.length < 2) return [item]
    if (item !== alike[0]) return []
    const at = Math.max(...alike.map((each) => each.at))
    return [{ kind: 'sync_failed_many', at, error: item.error, accountIds: alike.map(({ accountId }) => accountId) }]
  })
}

/** Equal for errors whose texts are equal, which name the proxy and the reason. */
function describeCause({ kind, details }: WireError): string {
  return JSON.stringify([kind, details['proxy'], details['reason']])
}
