import type { Account } from '#shared/ipc/accounts.ts'
import { isKeyUsable } from '#shared/key-states.ts'
import {
  areAllKeysLimitedToTargets,
  listTargetsKeysAreLimitedTo,
} from '#shared/api/get-and-check-grants-of-api-keys.ts'
import { grantServiceByListName, type DomainOrServerListName } from './may-account-read-list.ts'

/** Keys that are not sent read nothing. Without a usable key, the stored rows are those of the keys there are. */
function listUsableKeysOrAll({ keys }: Pick<Account, 'keys'>): Account['keys'] {
  const usable = keys.filter(isKeyUsable)
  return usable.length > 0 ? usable : keys
}

/**
 * True if the account may have domains or servers that its current keys cannot read. Rows that an earlier key read stay
 * stored.
 */
export function areAccountKeysLimitedToTargets(
  account: Pick<Account, 'keys'>,
  listed: DomainOrServerListName,
): boolean {
  return areAllKeysLimitedToTargets(listUsableKeysOrAll(account), grantServiceByListName[listed])
}

/** Counts the domains or servers to which the keys of the account are restricted, each once. */
export function countTargetsAccountKeysAreLimitedTo(
  account: Pick<Account, 'keys'>,
  listed: DomainOrServerListName,
): number {
  return listTargetsKeysAreLimitedTo(listUsableKeysOrAll(account), grantServiceByListName[listed]).size
}
