/**
 * Makes the rows of `PagedTable` selectable: a first column of checkboxes, and Space, Shift+click and Ctrl/Cmd+click.
 */
export interface TableRowSelection<Row> {
  isRowSelected: (row: Row) => boolean
  labelOf: (row: Row) => string
  /** May ask the user first. */
  set: (rows: readonly Row[], isOn: boolean) => void | Promise<void>
  /** State of all rows of the query, loaded or not. */
  all: 'none' | 'some' | 'all'
  allLabel: string
  toggleAll: () => void | Promise<void>
  selectAll: () => void | Promise<void>
  /** Maximum number of rows in one range. */
  maxRange: number
}
