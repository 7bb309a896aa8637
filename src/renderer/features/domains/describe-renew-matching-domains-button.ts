import type { RowCountsByStatus } from '#shared/ipc/inventory.ts'
import { countRowsWithStatuses } from '#renderer/ui/filters/status-filter-options.ts'

/**
 * Returns the text key of the renew button above the list, and the number of domains that it offers. Only active
 * domains can be renewed. If more than `maxDomains` domains match, the active ones of the first `maxDomains` rows are
 * offered. Without `mayAllAccountsRenew`, the text has no number, because the active domains of some accounts cannot be
 * renewed. Null when no domain can be renewed.
 */
export function describeRenewMatchingDomainsButton(
  counts: RowCountsByStatus,
  statuses: readonly string[],
  maxDomains: number,
  mayAllAccountsRenew: boolean,
): { text: string; n: number } | null {
  const listed = countRowsWithStatuses(counts, statuses)
  const active = countRowsWithStatuses(
    { byStatus: counts.byStatus.filter(({ status }) => status === 'active'), gone: 0 },
    statuses,
  )
  if (active === 0) return null
  if (!mayAllAccountsRenew) return { text: 'domains.renew', n: active }
  if (listed > maxDomains)
    return { text: active < listed ? 'domains.renewActiveOfFirst' : 'domains.renewFirst', n: maxDomains }
  return { text: active < listed ? 'domains.renewActive' : 'domains.renewMatching', n: active }
}
