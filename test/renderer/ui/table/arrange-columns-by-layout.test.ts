import { expect, test } from 'vitest'
import {
  arrangeColumnsByLayout,
  moveColumnInLayout,
  setColumnShown,
} from '#renderer/ui/table/arrange-columns-by-layout.ts'
import { pickColumnsThatFit } from '#renderer/ui/table/pick-columns-that-fit.ts'
import type { TableColumn } from '#renderer/ui/table/table-columns.ts'

const columns: TableColumn<object>[] = [
  { key: 'name', title: 'Name', flex: 1, minWidth: 100, isRequired: true },
  { key: 'match', title: 'Match', width: 100 },
  { key: 'status', title: 'Status', width: 100, hidePriorityWhenNarrow: 1 },
  { key: 'age', title: 'Age', width: 100, hidePriorityWhenNarrow: 2 },
]
const layout = { order: [], hidden: [], shown: [], widths: {} }
const keys = (shown: readonly { key: string }[]) => shown.map(({ key }) => key)

test('A table without an own layout has the columns that it defines', () => {
  expect(arrangeColumnsByLayout(columns, layout)).toEqual(columns)
})

test('An optional column is shown when the user asks for it', () => {
  const optional: TableColumn<object>[] = [...columns, { key: 'note', title: 'Note', width: 100, isOptional: true }]
  expect(keys(arrangeColumnsByLayout(optional, layout))).toEqual(['name', 'match', 'status', 'age'])
  expect(
    keys(arrangeColumnsByLayout(optional, setColumnShown(layout, optional[4] as TableColumn<object>, true))),
  ).toContain('note')
  const shown = setColumnShown(layout, optional[4] as TableColumn<object>, true)
  expect(setColumnShown(shown, optional[4] as TableColumn<object>, false)).toEqual(layout)
  const withoutStatus = setColumnShown(layout, optional[2] as TableColumn<object>, false)
  expect(keys(arrangeColumnsByLayout(optional, withoutStatus))).toEqual(['name', 'match', 'age'])
  expect(setColumnShown(withoutStatus, optional[2] as TableColumn<object>, true)).toEqual(layout)
})

test('Hidden columns are left out, but never the column that names the row', () => {
  expect(keys(arrangeColumnsByLayout(columns, { ...layout, hidden: ['name', 'status', 'unknown'] }))).toEqual([
    'name',
    'match',
    'age',
  ])
})

test('A column that the order does not name follows the column that precedes it in the table', () => {
  expect(keys(arrangeColumnsByLayout(columns, { ...layout, order: ['age', 'status', 'name', 'unknown'] }))).toEqual([
    'age',
    'status',
    'name',
    'match',
  ])
})

test('A moved column keeps its place when another column comes and goes', () => {
  const without = columns.filter(({ key }) => key !== 'match')
  const moved = moveColumnInLayout({ ...layout, order: keys(columns) }, without, 'age', -1)
  expect(keys(arrangeColumnsByLayout(without, moved))).toEqual(['name', 'age', 'status'])
  expect(keys(arrangeColumnsByLayout(columns, moved))).toEqual(expect.arrayContaining(['match']))
  expect(moveColumnInLayout(moved, without, 'name', -1)).toEqual(moved)
})

test('A chosen width counts when columns are removed, and is ignored where the remaining columns would not fit', () => {
  const wide = arrangeColumnsByLayout(columns, { ...layout, widths: { name: 250 } })
  expect(pickColumnsThatFit(wide, 450, undefined).map(({ key, width }) => [key, width])).toEqual([
    ['name', 250],
    ['match', 100],
    ['status', 100],
  ])
  expect(pickColumnsThatFit(wide, 220, undefined).map(({ key, width }) => [key, width])).toEqual([
    ['name', undefined],
    ['match', 100],
  ])
})
