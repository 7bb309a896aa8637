import { expect, test } from 'vitest'
import { compareSortValues } from '#renderer/ui/table/compare-sort-values.ts'

test.each([
  [false, [2, 10, null]],
  [true, [10, 2, null]],
])('Rows without a value are last in both directions (descending: %s)', (isDescending, expected) => {
  expect([null, 10, 2].toSorted((left, right) => compareSortValues(left, right, isDescending))).toEqual(expected)
})

test('Texts are sorted by the rules of the language', () => {
  expect(['b', 'a', null, 'ä'].toSorted((left, right) => compareSortValues(left, right, false))).toEqual([
    'a',
    'ä',
    'b',
    null,
  ])
})
