import type { QuotaUsage } from '#shared/ipc/accounts.ts'
import type { ShownAttentionItem } from './shown-attention-item.ts'

/** A quota counts as nearly used from this fraction on. */
export const nearlyUsedQuotaFraction = 0.8

/**
 * Accounts that have nearly used the domain API's quota of 24 hours, as one item. A quota of a minute that is used up
 * is normal, so it gives no item.
 */
export function createQuotaAttentionItems(
  usages: readonly QuotaUsage[],
  isSelected: (accountId: string) => boolean,
): ShownAttentionItem[] {
  const near = usages.filter(
    ({ accountId, limitClass, usedDay, perDay }) =>
      limitClass === 'domain' && isSelected(accountId) && usedDay >= perDay * nearlyUsedQuotaFraction,
  )
  const [first, ...others] = near
  if (first === undefined) return []
  const usage = others.length === 0 ? { used: first.usedDay, all: first.perDay } : null
  return [{ kind: 'quota_nearly_used', accountIds: near.map(({ accountId }) => accountId), usage }]
}
