import { groupWaitingAccounts, type WaitingAccount } from './group-waiting-job-accounts-by-reason.ts'

/**
 * Formats the numbers of waiting items as the filter by state counts them: items whose outcome is checked are counted
 * separately.
 */
export function formatWaitingItems(
  { openItems, checkingItems }: Pick<WaitingAccount, 'openItems' | 'checkingItems'>,
  areServers: boolean,
  locale: string,
  t: (key: string, values: Record<string, unknown>, plural: number) => string,
): string {
  const counts = {
    [areServers ? 'blockedServers' : 'blocked']: openItems - checkingItems,
    'count.checking': checkingItems,
  }
  return Object.entries(counts)
    .flatMap(([key, count]) =>
      count > 0 ? [t(`activity.job.${key}`, { n: count.toLocaleString(locale) }, count)] : [],
    )
    .join(t('orders.and', {}, 1))
}

/**
 * Lists the reasons why a job waits. Each reason names its account, or the number of its accounts. Being offline
 * concerns all accounts.
 */
export function describeWhyJobAccountsWait(
  blocked: readonly WaitingAccount[],
  labelOf: (accountId: string) => string,
  t: (key: string, values: Record<string, unknown>, plural: number) => string,
): string[] {
  return groupWaitingAccounts(blocked).map(({ accountIds, error, title }) => {
    const [first = '', ...others] = accountIds
    if (error.kind === 'offline') return title
    const accounts =
      others.length === 0 ? labelOf(first) : t('shell.selectedCount', { n: accountIds.length }, accountIds.length)
    return t('activity.job.causeOfAccounts', { cause: title, accounts }, accountIds.length)
  })
}
