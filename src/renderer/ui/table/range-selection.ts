import type { TableRowSelection } from './table-row-selection-interface.ts'

/** Access to the rows of a table. `rowAt` is undefined for a row that has not loaded yet. */
export interface RangeSelectionOptions<Row> {
  rowSelection(): TableRowSelection<Row> | undefined
  rowAt(index: number): Row | undefined
  /** Returns at most `maxRows` rows between two indexes, in either order of the indexes. */
  loadRowsBetween(from: number, to: number, maxRows: number): Promise<Row[]>
  keyOf(row: Row): string
  /** True if the row can be selected. */
  isSelectable(row: Row): boolean
}

/** Selects rows of a table one by one, in ranges, and while moving with the keyboard. */
export function createRangeSelection<Row>({
  rowSelection,
  rowAt,
  loadRowsBetween,
  keyOf,
  isSelectable,
}: RangeSelectionOptions<Row>) {
  /** Start of the next range: the row that was last selected or deselected. */
  let anchor: { index: number; key: string; isOn: boolean } | null = null

  /** Returns null if another row is now at the index of the anchor. */
  function anchorInPlace(): typeof anchor {
    if (anchor === null) return null
    const row = rowAt(anchor.index)
    return row === undefined || keyOf(row) === anchor.key ? anchor : null
  }

  /** With `isRange`, all rows from the anchor on get the state of the anchor row. */
  async function toggleRow(index: number, isRange: boolean): Promise<void> {
    const selection = rowSelection()
    const row = rowAt(index)
    if (!selection || row === undefined || !isSelectable(row)) return
    const from = isRange ? anchorInPlace() : null
    if (from === null) {
      anchor = { index, key: keyOf(row), isOn: !selection.isRowSelected(row) }
      void selection.set([row], anchor.isOn)
      return
    }
    const range = await loadRowsBetween(from.index, index, selection.maxRange)
    if (anchor === from) void selection.set(range.filter(isSelectable), from.isOn)
  }

  /** Selects the row that the focus leaves and the row that it reaches. */
  function extendSelection(left: number, reached: number): void {
    const rows = [left, reached].map(rowAt)
    void rowSelection()?.set(
      rows.filter((row): row is Row => row !== undefined && isSelectable(row)),
      true,
    )
    const row = rowAt(reached)
    if (row !== undefined) anchor = { index: reached, key: keyOf(row), isOn: true }
  }

  /** Clears the anchor after the query changed. */
  function clearAnchor(): void {
    anchor = null
  }

  return { toggleRow, extendSelection, clearAnchor }
}
