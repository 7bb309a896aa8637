import { expect, test } from 'vitest'
import { getOpenOrderProblem } from '#main/orders/get-open-order-problem.ts'

test('An order that waits to be sent is not said to have been charged, unless it repeats one that may have been', () => {
  expect(getOpenOrderProblem({ state: 'planned', repeats: null })).toBe('waiting_intent')
  expect(getOpenOrderProblem({ state: 'planned', repeats: 'earlier' })).toBe('open_intent')
  expect(getOpenOrderProblem({ state: 'unsettled', repeats: null })).toBe('open_intent')
})
