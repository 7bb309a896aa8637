import type { StatusCounts } from '#shared/ipc/inventory.ts'
import { countInStatuses } from '#renderer/ui/filters/status-filter-options.ts'

/**
 * The text key of the renew button above the list, and the number of domains that it offers. Only active domains can be
 * renewed. At most `most` rows are used, from the top. Null when no domain can be renewed.
 */
export function renewButtonText(
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
