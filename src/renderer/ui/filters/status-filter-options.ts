import { goneStatus } from '#shared/ipc/inventory.ts'
import type { FilterValueOption } from './FilterValueToggles.vue'

/**
 * Returns the statuses to filter by. Known statuses are always listed, in their own order, so that chips do not move.
 * Unknown statuses of the service follow. A chosen status without rows stays listed, so that it can be deselected.
 * `counts`: null until counted.
 */
export function createStatusFilterOptions(
  known: readonly string[],
  counts: readonly { status: string; count: number }[] | null,
  chosen: readonly string[],
): FilterValueOption[] {
  const byStatus = new Map(counts?.map(({ status, count }) => [status, count]))
  const values = new Set([...known, ...byStatus.keys(), ...chosen])
  return [...values].map((value) => ({ value, count: counts === null ? null : (byStatus.get(value) ?? 0) }))
}

interface Counts {
  byStatus: readonly { status: string; count: number }[]
  gone: number
}

/**
 * Adds the option "gone" to `createStatusFilterOptions` if its count is above 0 or it is chosen. `total` is for the
 * chip "all" and excludes gone rows.
 */
export function createStatusFilterOptionsWithGone(
  known: readonly string[],
  counts: Counts | null,
  chosen: readonly string[],
): { options: FilterValueOption[]; total: number | null } {
  const options = createStatusFilterOptions(
    known,
    counts?.byStatus ?? null,
    chosen.filter((status) => status !== goneStatus),
  )
  const total = counts && counts.byStatus.reduce((sum, { count }) => sum + count, 0)
  const hasGone = chosen.includes(goneStatus) || (counts?.gone ?? 0) > 0
  return { options: hasGone ? [...options, { value: goneStatus, count: counts?.gone ?? null }] : options, total }
}

/**
 * Returns the number of rows with the chosen statuses; without a chosen status, all rows that are not gone. Uses the
 * chip counts, so that the list head agrees with the chips.
 */
export function countRowsWithStatuses({ byStatus, gone }: Counts, chosen: readonly string[]): number {
  const present = byStatus
    .filter(({ status }) => chosen.length === 0 || chosen.includes(status))
    .reduce((sum, { count }) => sum + count, 0)
  return present + (chosen.includes(goneStatus) ? gone : 0)
}

/** Returns true if a list shows gone rows only. */
export function isOnlyGoneStatusChosen(statuses: readonly string[]): boolean {
  return statuses.length === 1 && statuses[0] === goneStatus
}
