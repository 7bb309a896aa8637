import { goneStatus } from '#shared/ipc/inventory.ts'
import type { ChipOption } from './FilterChips.vue'

/**
 * The statuses to filter by: the known ones always, in their own order, so that nothing jumps; then those that the service
 * newly invented; and a chosen one that nothing has any more, or it could not be taken back. `counts`: null until counted.
 */
export function statusFilterOptions(known: readonly string[], counts: readonly { status: string; count: number }[] | null, chosen: readonly string[]): ChipOption[] {
  const byStatus = new Map(counts?.map(({ status, count }) => [status, count]))
  const values = new Set([...known, ...byStatus.keys(), ...chosen])
  return [...values].map((value) => ({ value, count: counts === null ? null : (byStatus.get(value) ?? 0) }))
}

interface Counts {
  byStatus: readonly { status: string; count: number }[]
  gone: number
}

/** `statusFilterOptions`, and what is gone where there is any or it is chosen; `total` of the chip for all, which leaves out what is gone. */
export function statusFilterChips(known: readonly string[], counts: Counts | null, chosen: readonly string[]): { options: ChipOption[]; total: number | null } {
  const options = statusFilterOptions(known, counts?.byStatus ?? null, chosen.filter((status) => status !== goneStatus))
  const total = counts && counts.byStatus.reduce((sum, { count }) => sum + count, 0)
  const hasGone = chosen.includes(goneStatus) || (counts?.gone ?? 0) > 0
  return { options: hasGone ? [...options, { value: goneStatus, count: counts?.gone ?? null }] : options, total }
}

/** How many rows a list of the chosen statuses has (none chosen: all that is not gone), from the counts of the chips, so that its head never disagrees with them. */
export function countInStatuses({ byStatus, gone }: Counts, chosen: readonly string[]): number {
  const present = byStatus.filter(({ status }) => chosen.length === 0 || chosen.includes(status)).reduce((sum, { count }) => sum + count, 0)
  return present + (chosen.includes(goneStatus) ? gone : 0)
}
