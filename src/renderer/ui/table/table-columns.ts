/** A column of `PagedTable`. A column without `width` (px) shares the remaining width by `flex` (default 1). */
export interface TableColumn<Row> {
  key: string
  title: string
  /** Hides the title from view, for columns of controls. Screen readers still read the title. */
  hidesTitle?: boolean
  width?: number
  flex?: number
  minWidth?: number
  /**
   * If the table is too narrow, columns with the highest number are removed first. Columns without a number are never
   * removed.
   */
  removalRank?: number
  sortable?: boolean
  align?: 'left' | 'right'
  mono?: boolean
  /**
   * Name of the slot that renders the cell with `{ row, index }`. Without it, the cell shows `text(row)` or `row[key]`.
   */
  render?: string
  text?: (row: Row) => string
}

/** Least width in px of a column that states no width. */
export const minColumnWidthPx = 80

/** Value of `grid-template-columns` for the header and every row. */
export function gridTemplateColumns(columns: readonly TableColumn<never>[]): string {
  return columns
    .map((column) =>
      column.width ? `${column.width}px` : `minmax(${column.minWidth ?? minColumnWidthPx}px, ${column.flex ?? 1}fr)`,
    )
    .join(' ')
}
