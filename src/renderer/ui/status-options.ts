import type { ChipOption } from './FilterChips.vue'

/**
 * The statuses to filter by: the known ones always, in their own order, so that nothing jumps; then those that the service
 * newly invented; and a chosen one that nothing has any more, or it could not be taken back. `counts`: null until counted.
 */
export function statusOptions(known: readonly string[], counts: readonly { status: string; count: number }[] | null, chosen: readonly string[]): ChipOption[] {
  const byStatus = new Map(counts?.map(({ status, count }) => [status, count]))
  const values = new Set([...known, ...byStatus.keys(), ...chosen])
  return [...values].map((value) => ({ value, count: counts === null ? null : (byStatus.get(value) ?? 0) }))
}
