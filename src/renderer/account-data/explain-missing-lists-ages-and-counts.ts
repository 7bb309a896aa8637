import type { Account } from '#shared/ipc/accounts.ts'
import type { RowCountsByStatus } from '#shared/ipc/inventory.ts'
import { type DomainOrServerListName, isListDeniedToAllKeys, mayAccountReadList } from './may-account-read-list.ts'

const readAtOf = { domains: 'domainsReadAt', servers: 'serversReadAt' } as const

/** Returns the lists of the account that were never read completely; null if all were. */
export function findListsNeverRead({
  domainsReadAt,
  serversReadAt,
}: Pick<Account, 'domainsReadAt' | 'serversReadAt'>): DomainOrServerListName | 'both' | null {
  if (domainsReadAt === null) return serversReadAt === null ? 'both' : 'domains'
  return serversReadAt === null ? 'servers' : null
}

/**
 * Returns why the account's lists have no age: which of them was never read completely. `denied`: no key may read
 * either list. Null: the lists have an age.
 */
export function findReasonForMissingListAge(
  account: Pick<Account, 'keys' | 'domainsReadAt' | 'serversReadAt'>,
): DomainOrServerListName | 'both' | 'denied' | null {
  // A list that no key may read counts as read, so that the other list alone makes the account complete.
  return isListDeniedToAllKeys(account, 'domains') && isListDeniedToAllKeys(account, 'servers')
    ? 'denied'
    : findListsNeverRead(account)
}

/**
 * Returns the number of domains or servers of the account. Null instead of 0 if the list was never read completely or
 * no key may read it.
 */
export function countListedRowsIfKnown(account: Account, listed: DomainOrServerListName): number | null {
  const count = account[listed]
  return count === 0 && (account[readAtOf[listed]] === null || !mayAccountReadList(account, listed)) ? null : count
}

/**
 * Returns why a list of these accounts is empty. `unread`: a list was not read yet. `noAccess`: no key may read a list.
 * `none`: there are no rows.
 */
export function findEmptyListReason(
  accounts: readonly Account[],
  listed: DomainOrServerListName,
): 'unread' | 'noAccess' | 'none' {
  const showing = accounts.filter((account) => mayAccountReadList(account, listed))
  if (accounts.length > 0 && showing.length === 0) return 'noAccess'
  return accounts.length === 0 || showing.some((account) => account[readAtOf[listed]] === null) ? 'unread' : 'none'
}

/**
 * Returns the counts of the stored rows. Null if the counts are 0 only because a list was not read or no key may read
 * it.
 */
export function getRowCountsByStatusIfKnown(
  counts: RowCountsByStatus | null,
  emptiness: ReturnType<typeof findEmptyListReason>,
): RowCountsByStatus | null {
  return counts !== null && counts.total === 0 && counts.gone === 0 && emptiness !== 'none' ? null : counts
}
