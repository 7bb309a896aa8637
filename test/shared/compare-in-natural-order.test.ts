import { expect, test } from 'vitest'
import { compareInNaturalOrder } from '#shared/compare-in-natural-order.ts'

test('Account labels are sorted by the numbers in them, ignoring case', () => {
  expect(['user-10', 'User-2', 'user-1', '青葉', 'b', 'A'].toSorted(compareInNaturalOrder)).toEqual([
    'A',
    'b',
    'user-1',
    'User-2',
    'user-10',
    '青葉',
  ])
})
