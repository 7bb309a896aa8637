import { expect, test } from 'vitest'
import { findNextOrderCheck } from '#renderer/features/orders/detail/find-next-order-check.ts'

test('The next check of an order is shown as soon, and not as a past time, once its time has come', () => {
  expect(findNextOrderCheck({ nextLookAt: 1001 }, 1000)).toBe(1001)
  expect(findNextOrderCheck({ nextLookAt: 1000 }, 1000)).toBe('soon')
  expect(findNextOrderCheck({ nextLookAt: 999 }, 1000)).toBe('soon')
  expect(findNextOrderCheck({ nextLookAt: null }, 1000)).toBeNull()
})
