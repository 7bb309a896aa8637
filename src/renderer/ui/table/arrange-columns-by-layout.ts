import type { TableLayout } from '#shared/ipc/table-layout.ts'
import type { TableColumn } from './table-columns.ts'

/**
 * Returns all columns in the order of the layout. A column that the layout does not name follows the column that
 * precedes it in the table.
 */
export function sortColumnsByLayout<Column extends { key: string }>(
  columns: readonly Column[],
  order: readonly string[],
): Column[] {
  const byKey = new Map(columns.map((column) => [column.key, column]))
  const keys = order.filter((key) => byKey.has(key))
  for (const [index, { key }] of columns.entries()) {
    if (keys.includes(key)) continue
    const before = columns[index - 1]?.key
    keys.splice(before === undefined ? 0 : keys.indexOf(before) + 1, 0, key)
  }
  return keys.flatMap((key) => byKey.get(key) ?? [])
}

/** Returns the columns that the table shows, in the order and with the widths of the layout. */
export function arrangeColumnsByLayout<Row>(
  columns: readonly TableColumn<Row>[],
  layout: TableLayout,
): TableColumn<Row>[] {
  return sortColumnsByLayout(columns, layout.order)
    .filter((column) => isColumnShown(layout, column))
    .map((column) => {
      const chosenWidth = layout.widths[column.key]
      return chosenWidth === undefined ? column : { ...column, chosenWidth }
    })
}

export function isColumnShown<Row>({ hidden, shown }: TableLayout, column: TableColumn<Row>): boolean {
  if (column.isOptional) return shown.includes(column.key)
  return column.isRequired === true || !hidden.includes(column.key)
}

/** Returns the layout after the user shows or hides a column. */
export function setColumnShown<Row>(layout: TableLayout, column: TableColumn<Row>, isShown: boolean): TableLayout {
  const list = column.isOptional ? 'shown' : 'hidden'
  const others = layout[list].filter((key) => key !== column.key)
  return { ...layout, [list]: isShown === (list === 'shown') ? [...others, column.key] : others }
}

/** Returns the layout after a column moves by one place. Unchanged at the ends. */
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
