import { areKeysLimitedToTargets, hasKeyForService, selectedTargets } from '#shared/api/key-grants.ts'
import type { Account } from '#shared/ipc/accounts.ts'
import type { StatusCounts } from '#shared/ipc/inventory.ts'

export type ListKind = 'domains' | 'servers'

const serviceOf = { domains: 'domain', servers: 'server' } as const
const readAtOf = { domains: 'domainsReadAt', servers: 'serversReadAt' } as const

/** Which lists of the account were never read completely; null if both were. */
export function listsNeverRead({
  domainsReadAt,
  serversReadAt,
}: Pick<Account, 'domainsReadAt' | 'serversReadAt'>): ListKind | 'both' | null {
  if (domainsReadAt === null) return serversReadAt === null ? 'both' : 'domains'
  return serversReadAt === null ? 'servers' : null
}

/**
 * Whether a key of the account may read the list. A key that was never checked counts as permitted (API description,
 * section "API key information").
 */
export function hasKeyPermittedToList({ keys }: Pick<Account, 'keys'>, listed: ListKind): boolean {
  return hasKeyForService(keys, serviceOf[listed])
}

/** True if the account has keys and none of them may read the list. False for an account without keys. */
export function isListDenied(account: Pick<Account, 'keys'>, listed: ListKind): boolean {
  return account.keys.length > 0 && !hasKeyPermittedToList(account, listed)
}

/** Why the account has no age of its lists: which were never read completely, or that no key may read any. Null: it has one. */
export function listsWithoutAge(
  account: Pick<Account, 'keys' | 'domainsReadAt' | 'serversReadAt'>,
): ListKind | 'both' | 'denied' | null {
  // A list that no key may read counts as read, so that the other list alone makes the account complete.
  return isListDenied(account, 'domains') && isListDenied(account, 'servers') ? 'denied' : listsNeverRead(account)
}

/**
 * True if the account may have domains or servers that its present keys cannot read. Rows that an earlier key read stay
 * stored.
 */
export function isLimitedToSelectedTargets({ keys }: Pick<Account, 'keys'>, listed: ListKind): boolean {
  return areKeysLimitedToTargets(keys, serviceOf[listed])
}

/** How many domains or servers the keys of the account are restricted to, each counted once. */
export function countSelectedTargets({ keys }: Pick<Account, 'keys'>, listed: ListKind): number {
  return selectedTargets(keys, serviceOf[listed]).size
}

/**
 * Number of domains or servers of the account. Null instead of 0 if the list was never read completely or no key may
 * read it.
 */
export function countIfKnown(account: Account, listed: ListKind): number | null {
  const count = account[listed]
  return count === 0 && (account[readAtOf[listed]] === null || !hasKeyPermittedToList(account, listed)) ? null : count
}

/**
 * Why a list of these accounts is empty. `unread`: a list was not read yet. `noAccess`: no key may read a list. `none`:
 * there are no rows.
 */
export function emptyListReason(accounts: readonly Account[], listed: ListKind): 'unread' | 'noAccess' | 'none' {
  const showing = accounts.filter((account) => hasKeyPermittedToList(account, listed))
  if (accounts.length > 0 && showing.length === 0) return 'noAccess'
  return accounts.length === 0 || showing.some((account) => account[readAtOf[listed]] === null) ? 'unread' : 'none'
}

/**
 * Returns the counts of the stored rows. Null if the counts are 0 only because a list was not read or no key may read
 * it.
 */
export function statusCountsIfKnown(
  counts: StatusCounts | null,
  emptiness: ReturnType<typeof emptyListReason>,
): StatusCounts | null {
  return counts !== null && counts.total === 0 && counts.gone === 0 && emptiness !== 'none' ? null : counts
}
