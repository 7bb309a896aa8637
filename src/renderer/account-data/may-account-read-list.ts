import type { Account } from '#shared/ipc/accounts.ts'
import { mayAnyKeyReadList } from '#shared/api/may-any-key-read-list.ts'
import { areAllKeysLimitedToTargets, listTargetsKeysAreLimitedTo } from '#shared/api/key-grants.ts'

export type DomainOrServerListName = 'domains' | 'servers'

const serviceOf = { domains: 'domain', servers: 'server' } as const

/**
 * Returns true if a key of the account may read the list. A key that was never checked counts as permitted (API
 * description, section "API key information").
 */
export function mayAccountReadList({ keys }: Pick<Account, 'keys'>, listed: DomainOrServerListName): boolean {
  return mayAnyKeyReadList(keys, serviceOf[listed])
}

/** True if the account has keys and none of them may read the list. False for an account without keys. */
export function isListDeniedToAllKeys(account: Pick<Account, 'keys'>, listed: DomainOrServerListName): boolean {
  return account.keys.length > 0 && !mayAccountReadList(account, listed)
}

/**
 * True if the account may have domains or servers that its current keys cannot read. Rows that an earlier key read stay
 * stored.
 */
export function areAccountKeysLimitedToTargets(
  { keys }: Pick<Account, 'keys'>,
  listed: DomainOrServerListName,
): boolean {
  return areAllKeysLimitedToTargets(keys, serviceOf[listed])
}

/** Counts the domains or servers to which the keys of the account are restricted, each once. */
export function countTargetsAccountKeysAreLimitedTo(
  { keys }: Pick<Account, 'keys'>,
  listed: DomainOrServerListName,
): number {
  return listTargetsKeysAreLimitedTo(keys, serviceOf[listed]).size
}
