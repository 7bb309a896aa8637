import type { PlanSummary } from '#shared/ipc/plans.ts'

/** Number of changes of each excluded domain, by its position in the plan. */
export type ExcludedDomains = ReadonlyMap<number, number>

/** How many changes of how many domains a run would send. */
export function countIncluded(
  { adds, changes, deletes, settings, withChanges }: PlanSummary,
  excluded: ExcludedDomains,
): { changes: number; domains: number } {
  const left = [...excluded.values()].reduce((sum, count) => sum + count, 0)
  return { changes: adds + changes + deletes + settings - left, domains: withChanges - excluded.size }
}
