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
  const left = removeColumns(columns.map(applyChosenWidth), px, sortedBy)
  return totalWidth(left) <= px || columns.every(({ chosenWidth }) => chosenWidth === undefined)
    ? left
    : removeColumns(columns, px, sortedBy)
}

function removeColumns<Row>(
  columns: readonly TableColumn<Row>[],
  px: number,
  sortedBy: string | undefined,
): TableColumn<Row>[] {
  const left = [...columns]
  const leaving = columns
    .filter(({ key, hidePriorityWhenNarrow }) => hidePriorityWhenNarrow !== undefined && key !== sortedBy)
    .sort((one, other) => (other.hidePriorityWhenNarrow ?? 0) - (one.hidePriorityWhenNarrow ?? 0))
  for (const column of leaving) {
    if (totalWidth(left) <= px) break
    left.splice(left.indexOf(column), 1)
  }
  return left
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
