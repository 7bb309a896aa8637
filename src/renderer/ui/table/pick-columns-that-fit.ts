import { minColumnWidthPx, type TableColumn } from './table-columns.ts'

/**
 * Returns the columns that fit into `px` pixels. The sorted column is never removed, because it explains the order of
 * the rows. If the columns that are never removed do not fit with the widths that the user chose, these widths are
 * ignored.
 */
export function pickColumnsThatFit<Row>(
  columns: readonly TableColumn<Row>[],
  px: number,
  sortedBy: string | undefined,
): TableColumn<Row>[] {
  const remaining = removeColumns(columns.map(applyChosenWidth), px, sortedBy)
  return totalWidth(remaining) <= px || columns.every(({ chosenWidth }) => chosenWidth === undefined)
    ? remaining
    : removeColumns(columns, px, sortedBy)
}

function removeColumns<Row>(
  columns: readonly TableColumn<Row>[],
  px: number,
  sortedBy: string | undefined,
): TableColumn<Row>[] {
  const remaining = [...columns]
  const removable = columns
    .filter(({ key, hidePriorityWhenNarrow }) => hidePriorityWhenNarrow !== undefined && key !== sortedBy)
    .sort((one, other) => (other.hidePriorityWhenNarrow ?? 0) - (one.hidePriorityWhenNarrow ?? 0))
  for (const column of removable) {
    if (totalWidth(remaining) <= px) break
    remaining.splice(remaining.indexOf(column), 1)
  }
  return remaining
}

function totalWidth<Row>(columns: readonly TableColumn<Row>[]): number {
  return columns.reduce((sum, { width, minWidth = minColumnWidthPx }) => sum + (width ?? minWidth), 0)
}

/** The cells of a column that the user made narrower than its usual texts are clipped. */
function applyChosenWidth<Row>(column: TableColumn<Row>): TableColumn<Row> {
  const { chosenWidth, width } = column
  if (chosenWidth === undefined) return column
  return { ...column, width: chosenWidth, isClipped: width === undefined || chosenWidth < width }
}
