import { expect, test } from 'vitest'
import {
  isWaitsForUserChipShown,
  listOrderStatusChips,
} from '#renderer/features/orders/list/list-order-status-chips.ts'

test('The filter of the orders hides statuses without an order, except orders that need the user', () => {
  expect(
    listOrderStatusChips(
      [
        { status: 'done', count: 3 },
        { status: 'held', count: 1 },
        { status: 'planned', count: 2 },
        { status: 'refused', count: 0 },
      ],
      [],
    ),
  ).toEqual([
    { value: 'needs_you', count: 0 },
    { value: 'planned', count: 3 },
    { value: 'done', count: 3 },
  ])
})

test('The filter of the orders keeps a chosen status without an order, so that the user can remove the filter', () => {
  expect(listOrderStatusChips([{ status: 'done', count: 3 }], ['refused'])).toEqual([
    { value: 'needs_you', count: 0 },
    { value: 'done', count: 3 },
    { value: 'refused', count: 0 },
  ])
})

test('Until the orders are counted, the filter shows the orders that need the user and the chosen statuses', () => {
  expect(listOrderStatusChips(null, ['planned', 'held'])).toEqual([
    { value: 'needs_you', count: null },
    { value: 'planned', count: null },
  ])
})

test('The number of orders that need the user is not shown beside a choice of orders that wait for one reason', () => {
  expect(isWaitsForUserChipShown(10, null)).toBe(true)
  expect(isWaitsForUserChipShown(0, null)).toBe(false)
  expect(isWaitsForUserChipShown(0, 'user')).toBe(true)
  for (const chosen of ['balance', 'declined', 'hold', 'stopped'] as const)
    expect(isWaitsForUserChipShown(10, chosen)).toBe(false)
})
