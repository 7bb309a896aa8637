import type { NameSearchResult } from '#shared/ipc/domain-availability-search.ts'
import { compareSortValues } from '#renderer/ui/table/compare-sort-values.ts'

export type NameSearchSortKey = 'searchOrder' | 'name' | 'register' | 'renew'

function valueOf({ name, typed, availability }: NameSearchResult, key: NameSearchSortKey): string | number | null {
  if (key === 'name') return name ?? typed
  return key === 'searchOrder' ? null : (availability?.prices?.[key] ?? null)
}

/**
 * `searchOrder`: in the order of the results, invalid names last. `register` and `renew`: available names first, then
 * by price, rows without a price last.
 */
export function sortNameSearchResults(
  rows: readonly NameSearchResult[],
  key: NameSearchSortKey,
  isDescending: boolean,
): readonly NameSearchResult[] {
  if (key === 'searchOrder')
    return [...rows.filter(({ name }) => name !== null), ...rows.filter(({ name }) => name === null)]
  return rows.toSorted((a, b) => {
    const free = Number(b.availability?.available === true) - Number(a.availability?.available === true)
    if (key !== 'name' && free !== 0) return free
    return compareSortValues(valueOf(a, key), valueOf(b, key), isDescending)
  })
}
