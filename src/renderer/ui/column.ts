/** A column of `PagedTable`. Without `width` (px) it shares what is left, by `flex` (1 when absent). */
export interface Column<Row> {
  key: string
  title: string
  /** Over controls that need no words to be seen: the title is only read out. */
  hidesTitle?: boolean
  width?: number
  flex?: number
  minWidth?: number
  sortable?: boolean
  align?: 'left' | 'right'
  mono?: boolean
  /** The slot that renders the cell, given `{ row, index }`; without it the text of `text`, or of `row[key]`. */
  render?: string
  text?: (row: Row) => string
}

/** `grid-template-columns` of the header and every row. */
export function gridTemplate(columns: readonly Column<never>[]): string {
  return columns.map((column) => (column.width ? `${column.width}px` : `minmax(${column.minWidth ?? 80}px, ${column.flex ?? 1}fr)`)).join(' ')
}
