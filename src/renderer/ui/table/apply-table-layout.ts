import type { TableLayout } from '#shared/ipc/table-layout.ts'
import type { TableColumn } from './table-columns.ts'

/** All columns in the order of the layout. A column that the layout does not name follows the column that precedes it in the table. */
export function sortColumnsByLayout<Row>(
  columns: readonly TableColumn<Row>[],
  order: readonly string[],
): TableColumn<Row>[] {
  const byKey = new Map(columns.map((column) => [column.key, column]))
  const keys = order.filter((key) => byKey.has(key))
  for (const [index, { key }] of columns.entries()) {
    if (keys.includes(key)) continue
    const before = columns[index - 1]?.key
    keys.splice(before === undefined ? 0 : keys.indexOf(before) + 1, 0, key)
  }
  return keys.flatMap((key) => byKey.get(key) ?? [])
}

/** The columns that the table shows by the layout. */
export function applyTableLayout<Row>(
  columns: readonly TableColumn<Row>[],
  { order, hidden, widths }: TableLayout,
): TableColumn<Row>[] {
  return sortColumnsByLayout(columns, order)
    .filter(({ key, isRequired }) => isRequired || !hidden.includes(key))
    .map((column) => {
      const chosenWidth = widths[column.key]
      return chosenWidth === undefined ? column : { ...column, chosenWidth }
    })
}

/** The layout after a column moves by one place. Unchanged at the ends. */
export function moveColumnInLayout<Row>(
  layout: TableLayout,
  columns: readonly TableColumn<Row>[],
  key: string,
  by: -1 | 1,
): TableLayout {
  const order = sortColumnsByLayout(columns, layout.order).map((column) => column.key)
  const index = order.indexOf(key)
  const other = order[index + by]
  if (index < 0 || other === undefined) return layout
  order[index] = other
  order[index + by] = key
  // The table may lack columns for now, such as the one for the match of a search.
  return { ...layout, order: [...order, ...layout.order.filter((known) => !order.includes(known))] }
}
