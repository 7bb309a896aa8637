import type { NameSearchResult } from '#shared/ipc/domain-availability-search.ts'

/**
 * Counts the results of a search. `invalid`: no domain name. `ordered`: ordered since the search. `unchecked`: the service
 * was not asked or did not answer. `checked`: all others.
 */
export function countByAvailability(
  found: readonly NameSearchResult[],
  ordered: ReadonlySet<string>,
): { checked: number; unchecked: number; ordered: number; invalid: number } {
  const orderedCount = found.filter(({ name }) => name !== null && ordered.has(name)).length
  const unchecked = found.filter(
    ({ name, availability }) => name !== null && !ordered.has(name) && availability === null,
  ).length
  const invalid = found.filter(({ name }) => name === null).length
  const checked = found.length - orderedCount - unchecked - invalid
  return { checked, unchecked, ordered: orderedCount, invalid }
}
