/** A column of `PagedTable`. Without `width` (px) it shares what is left, by `flex` (1 when absent). */
export interface TableColumn<Row> {
  key: string
  title: string
  /** Over controls that need no words to be seen: the title is only read out. */
  hidesTitle?: boolean
  width?: number
  flex?: number
  minWidth?: number
  /** In a table too narrow for all columns, those with the highest number are left out first; columns without one stay. */
  givesWay?: number
  sortable?: boolean
  align?: 'left' | 'right'
  mono?: boolean
  /** The slot that renders the cell, given `{ row, index }`; without it the text of `text`, or of `row[key]`. */
  render?: string
  text?: (row: Row) => string
}

const narrowest = 80

/** `grid-template-columns` of the header and every row. */
export function gridTemplateColumns(columns: readonly TableColumn<never>[]): string {
  return columns.map((column) => (column.width ? `${column.width}px` : `minmax(${column.minWidth ?? narrowest}px, ${column.flex ?? 1}fr)`)).join(' ')
}

/** The columns that have room in so many px. The one that the rows are sorted by stays: it says their order. */
export function columnsThatFit<Row>(columns: readonly TableColumn<Row>[], px: number, sortedBy: string | undefined): TableColumn<Row>[] {
  const widthOf = ({ width, minWidth = narrowest }: TableColumn<Row>): number => width ?? minWidth
  const left = [...columns]
  const leaving = columns.filter(({ key, givesWay }) => givesWay !== undefined && key !== sortedBy).sort((one, other) => (other.givesWay ?? 0) - (one.givesWay ?? 0))
  for (const column of leaving) {
    if (left.reduce((sum, each) => sum + widthOf(each), 0) <= px) break
    left.splice(left.indexOf(column), 1)
  }
  return left
}
