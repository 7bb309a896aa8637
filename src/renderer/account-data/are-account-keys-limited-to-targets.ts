import type { Account } from '#shared/ipc/accounts.ts'
import { listUsableKeysOrAll } from '#shared/key-states.ts'
import {
  areAllKeysLimitedToTargets,
  listTargetsKeysAreLimitedTo,
} from '#shared/api/get-and-check-grants-of-api-keys.ts'
import { grantServiceByListName, type DomainOrServerListName } from './may-account-read-list.ts'

/**
 * True if the account may have domains or servers that its current keys cannot read. Rows that an earlier key read stay
 * stored.
 */
export function areAccountKeysLimitedToTargets(
  account: Pick<Account, 'keys'>,
  listed: DomainOrServerListName,
): boolean {
  return areAllKeysLimitedToTargets(listUsableKeysOrAll(account.keys), grantServiceByListName[listed])
}

/** Counts the domains or servers to which the keys of the account are restricted, each once. */
export function countTargetsAccountKeysAreLimitedTo(
  account: Pick<Account, 'keys'>,
  listed: DomainOrServerListName,
): number {
  return listTargetsKeysAreLimitedTo(listUsableKeysOrAll(account.keys), grantServiceByListName[listed]).size
}
