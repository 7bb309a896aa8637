import { areKeysLimitedToTargets, hasKeyForService } from '#shared/api/key-grants.ts'
import type { Account } from '#shared/ipc/accounts.ts'
import type { StatusCounts } from '#shared/ipc/inventory.ts'

export type ListKind = 'domains' | 'servers'

const serviceOf = { domains: 'domain', servers: 'server' } as const
const readAtOf = { domains: 'domainsReadAt', servers: 'serversReadAt' } as const

/** Which lists of the account were never read whole; null: both were. */
export function listsNeverRead({ domainsReadAt, serversReadAt }: Pick<Account, 'domainsReadAt' | 'serversReadAt'>): ListKind | 'both' | null {
  if (domainsReadAt === null) return serversReadAt === null ? 'both' : 'domains'
  return serversReadAt === null ? 'servers' : null
}

/** Whether a key of the account may show the list; one that was never checked may (section "API key information"). */
export function hasKeyThatMayList({ keys }: Pick<Account, 'keys'>, listed: ListKind): boolean {
  return hasKeyForService(keys, serviceOf[listed])
}

/** Whether the account has keys, none of them for the list; of an account without keys nothing was said. */
export function isDenied(account: Pick<Account, 'keys'>, listed: ListKind): boolean {
  return account.keys.length > 0 && !hasKeyThatMayList(account, listed)
}

/** Whether the account may have more than the list shows, because its keys are for selected domains or servers only. */
export function isLimitedToSelectedTargets({ keys }: Pick<Account, 'keys'>, listed: ListKind): boolean {
  return areKeysLimitedToTargets(keys, serviceOf[listed])
}

/** How many domains or servers the account has; null when that is not known: none is shown while the list was not read whole. */
export function countIfKnown(account: Account, listed: ListKind): number | null {
  const count = account[listed]
  return count === 0 && (account[readAtOf[listed]] === null || !hasKeyThatMayList(account, listed)) ? null : count
}

/** Why a list of these accounts is empty: `unread`: a list was not read yet; `noAccess`: no key may show one; `none`: there is nothing. */
export function emptyListReason(accounts: readonly Account[], listed: ListKind): 'unread' | 'noAccess' | 'none' {
  const showing = accounts.filter((account) => hasKeyThatMayList(account, listed))
  if (accounts.length > 0 && showing.length === 0) return 'noAccess'
  return accounts.length === 0 || showing.some((account) => account[readAtOf[listed]] === null) ? 'unread' : 'none'
}

/** What is counted of the stored rows; null also while these are none because nobody could read a list. */
export function statusCountsIfKnown(counts: StatusCounts | null, emptiness: ReturnType<typeof emptyListReason>): StatusCounts | null {
  return counts !== null && counts.total === 0 && counts.gone === 0 && emptiness !== 'none' ? null : counts
}
