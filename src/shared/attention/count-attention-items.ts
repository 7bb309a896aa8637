import type { ShownAttentionItem } from './shown-attention-item.ts'

/**
 * How many things need attention. Items for expiries of one kind count as one, because an item of a longer threshold contains the
 * domains or servers of the shorter ones.
 */
export function countAttentionItems(items: readonly ShownAttentionItem[]): number {
  const kinds = new Set(items.filter(isExpiryItem).map(({ kind }) => kind))
  return items.filter((item) => !isExpiryItem(item)).length + kinds.size
}

function isExpiryItem({ kind }: ShownAttentionItem): boolean {
  return kind === 'domains_expiring' || kind === 'servers_expiring'
}
