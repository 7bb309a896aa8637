import { compareSortValues } from '#renderer/ui/table/compare-sort-values.ts'
import type { RenewBasketLine } from './renew-basket-line.ts'

/** `basketOrder`: the order of the basket, in which renewable domains are first. */
export type RenewBasketSortKey = 'basketOrder' | 'name' | 'account' | 'expiry' | 'price'

/** Sorts by `valueOf`. Lines without a value are last in both directions. */
export function sortRenewBasketLines(
  lines: readonly RenewBasketLine[],
  valueOf: (line: RenewBasketLine) => string | number | null,
  isDescending: boolean,
): RenewBasketLine[] {
  return lines.toSorted((a, b) => compareSortValues(valueOf(a), valueOf(b), isDescending))
}
