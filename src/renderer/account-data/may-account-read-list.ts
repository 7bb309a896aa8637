import type { Account } from '#shared/ipc/accounts.ts'
import { mayAnyKeyReadList } from '#shared/api/may-any-key-read-list.ts'

export type DomainOrServerListName = 'domains' | 'servers'

export const grantServiceByListName = { domains: 'domain', servers: 'server' } as const

/**
 * Returns true if a key of the account may read the list. A key that was never checked counts as permitted (API
 * description, section "API key information").
 */
export function mayAccountReadList({ keys }: Pick<Account, 'keys'>, listed: DomainOrServerListName): boolean {
  return mayAnyKeyReadList(keys, grantServiceByListName[listed])
}

/** True if the account has keys and none of them may read the list. False for an account without keys. */
export function isListDeniedToAllKeys(account: Pick<Account, 'keys'>, listed: DomainOrServerListName): boolean {
  return account.keys.length > 0 && !mayAccountReadList(account, listed)
}
