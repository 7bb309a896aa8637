import type { StatusCounts } from '#shared/ipc/inventory.ts'
import { countInStatuses } from '#renderer/ui/filters/status-filter-options.ts'

/**
 * How many domains the button over the list offers to renew, and the text that says it: active ones alone can be renewed. At most so many
 * rows are taken, from the top. Null: none.
 */
export function renewMatchingOffer(
  counts: StatusCounts,
  chosen: readonly string[],
  most: number,
): { text: string; n: number } | null {
  const listed = countInStatuses(counts, chosen)
  const active = countInStatuses(
    { byStatus: counts.byStatus.filter(({ status }) => status === 'active'), gone: 0 },
    chosen,
  )
  if (active === 0) return null
  if (listed > most) return { text: 'domains.renewFirst', n: most }
  return { text: active < listed ? 'domains.renewActive' : 'domains.renewMatching', n: active }
}
