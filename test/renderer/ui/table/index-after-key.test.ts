import { expect, test } from 'vitest'
import { indexAfterKey } from '#renderer/ui/table/index-after-key.ts'

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
  expect(indexAfterKey(key, rows)).toBe(index)
})

test('A move never leaves the rows', () => {
  expect(indexAfterKey('ArrowDown', { ...rows, active: 19 })).toBe(19)
  expect(indexAfterKey('PageDown', { ...rows, active: 15 })).toBe(19)
  expect(indexAfterKey('ArrowUp', { ...rows, active: -1 })).toBe(0)
})
