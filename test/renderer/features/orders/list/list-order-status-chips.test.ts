import { expect, test } from 'vitest'
import { listOrderStatusChips } from '#renderer/features/orders/list/list-order-status-chips.ts'

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
