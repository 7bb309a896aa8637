import { expect, test } from 'vitest'
import { getRowIndexAfterKeyPress } from '#renderer/ui/table/get-row-index-after-key-press.ts'

const rows = { active: 5, count: 20, rowsPerPage: 10 }

test.each([
  ['ArrowDown', 6],
  ['ArrowUp', 4],
  ['PageDown', 15],
  ['PageUp', 0],
  ['Home', 0],
  ['End', 19],
  ['Enter', null],
])('The key %s moves from row 5 of 20 to row %s', (key, index) => {
  expect(getRowIndexAfterKeyPress(key, rows)).toBe(index)
})

test('A move never leaves the rows', () => {
  expect(getRowIndexAfterKeyPress('ArrowDown', { ...rows, active: 19 })).toBe(19)
  expect(getRowIndexAfterKeyPress('PageDown', { ...rows, active: 15 })).toBe(19)
  expect(getRowIndexAfterKeyPress('ArrowUp', { ...rows, active: -1 })).toBe(0)
})
