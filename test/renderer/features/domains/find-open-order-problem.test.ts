import { expect, test } from 'vitest'
import { findOpenOrderProblem } from '#renderer/features/domains/find-open-order-problem.ts'

test('A closed order does not prevent a renewal, even if the user is asked about it again', () => {
  const askedAgain = { state: 'abandoned', repeats: null } as const
  expect(findOpenOrderProblem([askedAgain])).toBeNull()
  expect(findOpenOrderProblem([askedAgain, { state: 'unsettled', repeats: null }])).toBe('open_intent')
})

test('An order that waits to be sent is not said to have been charged, unless it repeats one that may have been', () => {
  expect(findOpenOrderProblem([{ state: 'planned', repeats: null }])).toBe('waiting_intent')
  expect(findOpenOrderProblem([{ state: 'planned', repeats: 'earlier' }])).toBe('open_intent')
})
