import { expect, test } from 'vitest'
import { arrangeColumns, moveColumn } from '#renderer/ui/table/arrange-columns.ts'
import { columnsThatFit } from '#renderer/ui/table/columns-that-fit.ts'
import type { TableColumn } from '#renderer/ui/table/table-columns.ts'

const columns: TableColumn<object>[] = [
  { key: 'name', title: 'Name', flex: 1, minWidth: 100, isRequired: true },
  { key: 'match', title: 'Match', width: 100 },
  { key: 'status', title: 'Status', width: 100, hidePriorityWhenNarrow: 1 },
  { key: 'age', title: 'Age', width: 100, hidePriorityWhenNarrow: 2 },
]
const layout = { order: [], hidden: [], widths: {} }
const keys = (shown: readonly { key: string }[]) => shown.map(({ key }) => key)

test('A table without an own layout has the columns that it defines', () => {
  expect(arrangeColumns(columns, layout)).toEqual(columns)
})

test('Hidden columns are left out, but never the column that names the row', () => {
  expect(keys(arrangeColumns(columns, { ...layout, hidden: ['name', 'status', 'unknown'] }))).toEqual([
    'name',
    'match',
    'age',
  ])
})

test('A column that the order does not name follows the column that precedes it in the table', () => {
  expect(keys(arrangeColumns(columns, { ...layout, order: ['age', 'status', 'name', 'unknown'] }))).toEqual([
    'age',
    'status',
    'name',
    'match',
  ])
})

test('A moved column keeps its place when another column comes and goes', () => {
  const without = columns.filter(({ key }) => key !== 'match')
  const moved = moveColumn({ ...layout, order: keys(columns) }, without, 'age', -1)
  expect(keys(arrangeColumns(without, moved))).toEqual(['name', 'age', 'status'])
  expect(keys(arrangeColumns(columns, moved))).toEqual(expect.arrayContaining(['match']))
  expect(moveColumn(moved, without, 'name', -1)).toEqual(moved)
})

test('A chosen width counts when columns are removed, and is ignored where the remaining columns would not fit', () => {
  const wide = arrangeColumns(columns, { ...layout, widths: { name: 250 } })
  expect(columnsThatFit(wide, 450, undefined).map(({ key, width }) => [key, width])).toEqual([
    ['name', 250],
    ['match', 100],
    ['status', 100],
  ])
  expect(columnsThatFit(wide, 220, undefined).map(({ key, width }) => [key, width])).toEqual([
    ['name', undefined],
    ['match', 100],
  ])
})
