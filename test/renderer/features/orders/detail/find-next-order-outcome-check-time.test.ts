import { expect, test } from 'vitest'
import { findNextOrderOutcomeCheckTime } from '#renderer/features/orders/detail/find-next-order-outcome-check-time.ts'

test('The next check of an order is shown as soon, and not as a past time, once its time has come', () => {
  expect(findNextOrderOutcomeCheckTime({ nextLookAt: 1001 }, 1000)).toBe(1001)
  expect(findNextOrderOutcomeCheckTime({ nextLookAt: 1000 }, 1000)).toBe('soon')
  expect(findNextOrderOutcomeCheckTime({ nextLookAt: 999 }, 1000)).toBe('soon')
  expect(findNextOrderOutcomeCheckTime({ nextLookAt: null }, 1000)).toBeNull()
})
