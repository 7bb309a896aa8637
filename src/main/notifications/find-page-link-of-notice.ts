import type { PageLink } from '#shared/ipc/page-link.ts'
import type { DesktopNotice } from './notice.ts'

/** Returns the link to the page with exactly the rows that the notice counts. */
export function findPageLinkOfNotice(notice: DesktopNotice): PageLink {
  switch (notice.kind) {
    case 'domains_expiring':
      return { page: 'domains', accountIds: null, statuses: ['active'], expiresWithinDays: notice.days }
    case 'servers_expiring':
      return { page: 'servers', accountIds: null, statuses: [], expiresWithinDays: notice.days }
    case 'keys_expiring':
      return linkToAccounts(notice.keys.map(({ accountId }) => accountId))
    case 'syncs_failing':
      return linkToAccounts(notice.accounts.map(({ id }) => id))
    case 'orders_to_decide':
      return { page: 'orders', show: 'to_decide' }
    case 'orders_stopped':
      return { page: 'orders', show: 'stopped' }
  }
}

/** The page of one account, or the overview of several. */
function linkToAccounts(accountIds: readonly string[]): PageLink {
  const [first, ...others] = new Set(accountIds)
  return first !== undefined && others.length === 0
    ? { page: 'account', accountId: first }
    : { page: 'overview', accountIds: [...new Set(accountIds)] }
}
