import { isLimitedToTargets, mayReach } from '#shared/api/grants.ts'
import type { Account } from '#shared/ipc/accounts.ts'
import type { StatusCounts } from '#shared/ipc/inventory.ts'

export type Listed = 'domains' | 'servers'

const serviceOf = { domains: 'domain', servers: 'server' } as const
const readAtOf = { domains: 'domainsReadAt', servers: 'serversReadAt' } as const

/** Which lists of the account were never read whole; null: both were. */
export function unreadLists({ domainsReadAt, serversReadAt }: Pick<Account, 'domainsReadAt' | 'serversReadAt'>): Listed | 'both' | null {
  if (domainsReadAt === null) return serversReadAt === null ? 'both' : 'domains'
  return serversReadAt === null ? 'servers' : null
}

/** Whether a key of the account may show the list; one that was never checked may (section "API key information"). */
export function mayList({ keys }: Pick<Account, 'keys'>, listed: Listed): boolean {
  return mayReach(keys, serviceOf[listed])
}

/** Whether the account has keys, none of them for the list; of an account without keys nothing was said. */
export function isDenied(account: Pick<Account, 'keys'>, listed: Listed): boolean {
  return account.keys.length > 0 && !mayList(account, listed)
}

/** Whether the account may have more than the list shows, because its keys are for selected domains or servers only. */
export function isPartlyListed({ keys }: Pick<Account, 'keys'>, listed: Listed): boolean {
  return isLimitedToTargets(keys, serviceOf[listed])
}

/** How many domains or servers the account has; null when that is not known: none is shown while the list was not read whole. */
export function knownCount(account: Account, listed: Listed): number | null {
  const count = account[listed]
  return count === 0 && (account[readAtOf[listed]] === null || !mayList(account, listed)) ? null : count
}

/** Why a list of these accounts is empty: `unread`: a list was not read yet; `noAccess`: no key may show one; `none`: there is nothing. */
export function whyEmpty(accounts: readonly Account[], listed: Listed): 'unread' | 'noAccess' | 'none' {
  const showing = accounts.filter((account) => mayList(account, listed))
  if (accounts.length > 0 && showing.length === 0) return 'noAccess'
  return accounts.length === 0 || showing.some((account) => account[readAtOf[listed]] === null) ? 'unread' : 'none'
}

/** What is counted of the stored rows; null also while these are none because nobody could read a list. */
export function tellableCounts(counts: StatusCounts | null, emptiness: ReturnType<typeof whyEmpty>): StatusCounts | null {
  return counts !== null && counts.total === 0 && counts.gone === 0 && emptiness !== 'none' ? null : counts
}
