import { maxSecondarySortColumns, type SortCriterion } from '#shared/ipc/list-sort-schemas.ts'

/**
 * Returns the columns to sort by after a click on the title of a column. Without `addsToSort`, the column is the only
 * one. With it, the first click adds the column as the last one, the second reverses its direction, and the third
 * removes it. The first column is never removed, only reversed. With the maximum number of columns, a click on a
 * further one changes nothing.
 */
export function toggleSort(sorts: readonly SortCriterion[], key: string, addsToSort: boolean): SortCriterion[] {
  const [first] = sorts
  const known = sorts.find((each) => each.key === key)
  if (!addsToSort || first === undefined)
    return [{ key, isDescending: first?.key === key ? !first.isDescending : false }]
  if (known === undefined)
    return sorts.length > maxSecondarySortColumns ? [...sorts] : [...sorts, { key, isDescending: false }]
  const isTakenOut = known !== first && known.isDescending
  return sorts.flatMap((each) => {
    if (each !== known) return [each]
    return isTakenOut ? [] : [{ key, isDescending: !each.isDescending }]
  })
}
