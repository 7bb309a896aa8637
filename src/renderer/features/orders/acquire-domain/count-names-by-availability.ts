import type { NameSearchResult } from '#shared/ipc/domain-availability-search.ts'

export interface AvailabilityCounts {
  free: number
  /** Cannot be acquired: the service says so, or states a price that cannot be paid. */
  taken: number
  /** The service was not asked or did not answer. */
  unchecked: number
  /** Ordered since the search. */
  ordered: number
  /** No domain name. */
  invalid: number
}

/** Counts the results of a search. Each is counted once, so that the counts add up to the number of results. */
export function countNamesByAvailability(
  found: readonly NameSearchResult[],
  ordered: ReadonlySet<string>,
): AvailabilityCounts {
  const counts: AvailabilityCounts = { free: 0, taken: 0, unchecked: 0, ordered: 0, invalid: 0 }
  for (const { name, availability } of found) {
    if (name === null) counts.invalid += 1
    else if (ordered.has(name)) counts.ordered += 1
    else if (availability === null) counts.unchecked += 1
    else if (availability.available && availability.unpayable === null) counts.free += 1
    else counts.taken += 1
  }
  return counts
}

/**
 * Returns the number of results, and its parts. The available ones are always named, the other parts if there are any.
 */
export function describeAvailabilityCounts(
  counts: AvailabilityCounts,
  t: (key: string, values: Record<string, unknown>, plural: number) => string,
  locale: string,
): string {
  const part = (key: string, n: number) => t(`purchase.acquire.${key}`, { n: n.toLocaleString(locale) }, n)
  const others = [
    { key: 'takenCount', n: counts.taken },
    { key: 'unchecked', n: counts.unchecked },
    { key: 'orderedCount', n: counts.ordered },
    { key: 'invalidCount', n: counts.invalid },
  ].filter(({ n }) => n > 0)
  const total = counts.free + others.reduce((sum, { n }) => sum + n, 0)
  const parts = [part('freeCount', counts.free), ...others.map(({ key, n }) => part(key, n))]
  return `${part('foundCount', total)}: ${parts.join(' · ')}`
}
