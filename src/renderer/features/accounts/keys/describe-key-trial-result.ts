import type { KeyTrialResult } from '#shared/ipc/accounts.ts'

type Translate = (key: string, values?: Record<string, unknown>, plural?: number) => string

/** Says how many domains and servers a tried key sees; null if no list could be read. */
export function describeCountsVisibleToKey(
  { domains, servers, unread = [] }: KeyTrialResult,
  t: Translate,
): string | null {
  const domainsText = domains === null ? null : t('accounts.keys.seesDomains', { n: domains }, domains)
  const serversText = servers === null ? null : t('accounts.keys.seesServers', { n: servers }, servers)
  if (domainsText !== null && serversText !== null)
    return t('accounts.keys.sees', { domains: domainsText, servers: serversText })
  const seen = domainsText ?? serversText
  if (seen !== null) return t('accounts.keys.seesOnly', { seen })
  return unread.length > 0 ? null : t('accounts.keys.seesNothing')
}

/** Names the lists that a tried key could not read; null if there are none. */
export function describeListsKeyCouldNotRead({ unread = [] }: KeyTrialResult, t: Translate): string | null {
  const [first, second] = unread
  return first ? t(second ? 'accounts.keys.unread.both' : `accounts.keys.unread.${first}`) : null
}

/** Names the domains and servers of a tried key that the stored lists of another account show. */
export function describeNamesAlreadyInOtherAccount(overlap: KeyTrialResult['overlaps'][number], t: Translate): string {
  const { accountLabel: account, count: n } = overlap
  const names = overlap.names.slice(0, 3).join(', ')
  return t(n > 3 ? 'accounts.overlap.text' : 'accounts.overlap.textFew', { account, names, n })
}
