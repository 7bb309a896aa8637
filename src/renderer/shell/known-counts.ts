import { grantOf } from '#shared/api/grants.ts'
import type { Account } from '#shared/ipc/accounts.ts'

export type Listed = 'domains' | 'servers'

const serviceOf = { domains: 'domain', servers: 'server' } as const

/** Neither list was ever read: the counts are not known. */
export function isUnread({ syncedAt, domains, servers }: Account): boolean {
  return syncedAt === null && domains === 0 && servers === 0
}

/** Whether a key of the account may show the list; one that was never checked may (section "API key information"). */
export function mayList({ keys }: Pick<Account, 'keys'>, listed: Listed): boolean {
  return keys.some(({ me }) => me === null || grantOf(me, serviceOf[listed]) !== undefined)
}

/** How many domains or servers the account has; null when that is not known: none is shown while not every list was read. */
export function knownCount(account: Account, listed: Listed): number | null {
  const count = account[listed]
  return count === 0 && (account.syncedAt === null || !mayList(account, listed)) ? null : count
}

/** Why a list of these accounts is empty: `unread`: a list was not read yet; `noAccess`: no key may show one; `none`: there is nothing. */
export function whyEmpty(accounts: readonly Account[], listed: Listed): 'unread' | 'noAccess' | 'none' {
  const showing = accounts.filter((account) => mayList(account, listed))
  if (accounts.length > 0 && showing.length === 0) return 'noAccess'
  return accounts.length === 0 || showing.some(({ syncedAt }) => syncedAt === null) ? 'unread' : 'none'
}
