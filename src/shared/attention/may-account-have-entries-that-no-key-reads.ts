import { areAllKeysLimitedToTargets } from '#shared/api/get-and-check-grants-of-api-keys.ts'
import { mayAnyKeyReadList } from '#shared/api/may-any-key-read-list.ts'
import type { Account } from '#shared/ipc/accounts.ts'
import { listUsableKeysOrAll } from '#shared/key-states.ts'

/**
 * True if the account may have domains or servers that none of its keys may read: no key may read a list, or all keys
 * are limited to selected targets. Nothing is known about what they need. False for an account without keys.
 */
export function mayAccountHaveEntriesThatNoKeyReads(account: Pick<Account, 'keys'>): boolean {
  return mayAccountHaveDomainsThatNoKeyReads(account) || mayListHaveEntriesThatNoKeyReads(account, 'server')
}

/** The same for domains only. */
export function mayAccountHaveDomainsThatNoKeyReads(account: Pick<Account, 'keys'>): boolean {
  return mayListHaveEntriesThatNoKeyReads(account, 'domain')
}

function mayListHaveEntriesThatNoKeyReads({ keys }: Pick<Account, 'keys'>, list: 'domain' | 'server'): boolean {
  const reading = listUsableKeysOrAll(keys)
  return reading.length > 0 && (!mayAnyKeyReadList(reading, list) || areAllKeysLimitedToTargets(reading, list))
}
