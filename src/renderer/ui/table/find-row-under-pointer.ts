/** Finds the row of an `EqualRowHeightGridFrame` that the pointer is on. Null: outside of the rows. */
export function findRowUnderPointer({ target }: MouseEvent): { index: number; isCheckbox: boolean } | null {
  if (!(target instanceof Element)) return null
  // The header is the first row.
  const index = Number(target.closest('[role="row"]')?.getAttribute('aria-rowindex') ?? 0) - 2
  return index < 0 ? null : { index, isCheckbox: target.closest('[data-row-checkbox]') !== null }
}
