/** A column of `PagedTable`. A column without `width` (px) shares the remaining width by `flex` (default 1). */
export interface TableColumn<Row> {
  key: string
  title: string
  /** Hides the title from view, for columns of controls. Screen readers still read the title. */
  hidesTitle?: boolean
  width?: number
  flex?: number
  minWidth?: number
  /** If the table is too narrow, columns with the highest number are removed first. Columns without a number are never removed. */
  givesWay?: number
  sortable?: boolean
  align?: 'left' | 'right'
  mono?: boolean
  /** Name of the slot that renders the cell with `{ row, index }`. Without it, the cell shows `text(row)` or `row[key]`. */
  render?: string
  text?: (row: Row) => string
}

const narrowest = 80

/** Value of `grid-template-columns` for the header and every row. */
export function gridTemplateColumns(columns: readonly TableColumn<never>[]): string {
  return columns
    .map((column) =>
      column.width ? `${column.width}px` : `minmax(${column.minWidth ?? narrowest}px, ${column.flex ?? 1}fr)`,
    )
    .join(' ')
}

/** Returns the columns that fit into `px` pixels. The sorted column is never removed, because it explains the order of the rows. */
export function columnsThatFit<Row>(
  columns: readonly TableColumn<Row>[],
  px: number,
  sortedBy: string | undefined,
): TableColumn<Row>[] {
  const widthOf = ({ width, minWidth = narrowest }: TableColumn<Row>): number => width ?? minWidth
  const left = [...columns]
  const leaving = columns
    .filter(({ key, givesWay }) => givesWay !== undefined && key !== sortedBy)
    .sort((one, other) => (other.givesWay ?? 0) - (one.givesWay ?? 0))
  for (const column of leaving) {
    if (left.reduce((sum, each) => sum + widthOf(each), 0) <= px) break
    left.splice(left.indexOf(column), 1)
  }
  return left
}
