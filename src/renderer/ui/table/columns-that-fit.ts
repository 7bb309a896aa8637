import { minColumnWidthPx, type TableColumn } from './table-columns.ts'

/**
 * Returns the columns that fit into `px` pixels. The sorted column is never removed, because it explains the order of
 * the rows.
 */
export function columnsThatFit<Row>(
  columns: readonly TableColumn<Row>[],
  px: number,
  sortedBy: string | undefined,
): TableColumn<Row>[] {
  const widthOf = ({ width, minWidth = minColumnWidthPx }: TableColumn<Row>): number => width ?? minWidth
  const left = [...columns]
  const leaving = columns
    .filter(({ key, removalRank }) => removalRank !== undefined && key !== sortedBy)
    .sort((one, other) => (other.removalRank ?? 0) - (one.removalRank ?? 0))
  for (const column of leaving) {
    if (left.reduce((sum, each) => sum + widthOf(each), 0) <= px) break
    left.splice(left.indexOf(column), 1)
  }
  return left
}
