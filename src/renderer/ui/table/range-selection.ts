import type { RowSelection } from './row-selection.ts'

/** What a table tells of its rows. Undefined: a row that has not come yet. */
export interface SelectableRows<Row> {
  rowSelection(): RowSelection<Row> | undefined
  rowAt(index: number): Row | undefined
  /** The rows from one place to another, in any order, at most so many. */
  between(from: number, to: number, most: number): Promise<Row[]>
  keyOf(row: Row): string
  /** Whether it can be ticked at all. */
  isSelectable(row: Row): boolean
}

/** Ticks rows of a table one by one, in ranges, and on the way over them. */
export function createRangeSelection<Row>({ rowSelection, rowAt, between, keyOf, isSelectable }: SelectableRows<Row>) {
  /** Where a range begins: the row that was ticked or unticked last. */
  let anchor: { index: number; key: string; isOn: boolean } | null = null

  /** Rows may have moved since; then there is nothing to begin with. */
  function anchorInPlace(): typeof anchor {
    if (anchor === null) return null
    const row = rowAt(anchor.index)
    return row === undefined || keyOf(row) === anchor.key ? anchor : null
  }

  /** A range does to all its rows what was done to the row that it begins with. */
  async function toggleRow(index: number, isRange: boolean): Promise<void> {
    const selection = rowSelection()
    const row = rowAt(index)
    if (!selection || row === undefined || !isSelectable(row)) return
    const from = isRange ? anchorInPlace() : null
    if (from === null) {
      anchor = { index, key: keyOf(row), isOn: !selection.isRowSelected(row) }
      selection.set([row], anchor.isOn)
      return
    }
    const range = await between(from.index, index, selection.maxRange)
    if (anchor === from) selection.set(range.filter(isSelectable), from.isOn)
  }

  /** Ticks the row that is left and the one that is reached. */
  function extendSelection(left: number, reached: number): void {
    const rows = [left, reached].map(rowAt)
    rowSelection()?.set(rows.filter((row): row is Row => row !== undefined && isSelectable(row)), true)
    const row = rowAt(reached)
    if (row !== undefined) anchor = { index: reached, key: keyOf(row), isOn: true }
  }

  /** The rows are others now: no range can begin where the last one did. */
  function forget(): void {
    anchor = null
  }

  return { toggleRow, extendSelection, forget }
}
