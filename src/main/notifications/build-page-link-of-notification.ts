import type { PageLink } from '#shared/ipc/page-link-from-notification-or-tray.ts'
import type { NotificationFacts } from './notification-facts.ts'

/** Returns the link to the page with exactly the rows that the notification counts. */
export function buildPageLinkOfNotification(facts: NotificationFacts): PageLink {
  switch (facts.kind) {
    case 'domains_expiring':
      return { page: 'domains', accountIds: null, statuses: ['active'], expiresWithinDays: facts.days }
    case 'servers_expiring':
      return { page: 'servers', accountIds: null, statuses: [], expiresWithinDays: facts.days }
    case 'keys_expiring':
      return linkToAccounts(facts.keys.map(({ accountId }) => accountId))
    case 'syncs_failing':
      return linkToAccounts(facts.accounts.map(({ id }) => id))
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
