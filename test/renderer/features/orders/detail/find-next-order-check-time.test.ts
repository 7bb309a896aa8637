import { expect, test } from 'vitest'
import { findNextOrderCheckTime } from '#renderer/features/orders/detail/find-next-order-check-time.ts'

test('The next check of an order is shown as soon, and not as a past time, once its time has come', () => {
  expect(findNextOrderCheckTime({ nextLookAt: 1001 }, 1000)).toBe(1001)
  expect(findNextOrderCheckTime({ nextLookAt: 1000 }, 1000)).toBe('soon')
  expect(findNextOrderCheckTime({ nextLookAt: 999 }, 1000)).toBe('soon')
  expect(findNextOrderCheckTime({ nextLookAt: null }, 1000)).toBeNull()
})
