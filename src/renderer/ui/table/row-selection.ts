/** What makes the rows of `PagedTable` tickable: a first column of boxes; Space, Shift and Ctrl/Cmd with the click in its keyboard model. */
export interface RowSelection<Row> {
  isRowSelected: (row: Row) => boolean
  labelOf: (row: Row) => string
  set: (rows: readonly Row[], isOn: boolean) => void
  /** Of everything that the table is about, loaded or not. */
  all: 'none' | 'some' | 'all'
  allLabel: string
  toggleAll: () => void
  /** A range takes no more rows than these. */
  maxRange: number
}
