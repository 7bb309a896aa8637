import { expect, test } from 'vitest'
import { findNextCheck } from '#renderer/features/orders/detail/find-next-check.ts'

test('The next check of an order is shown as soon, and not as a past time, once its time has come', () => {
  expect(findNextCheck({ nextLookAt: 1001 }, 1000)).toBe(1001)
  expect(findNextCheck({ nextLookAt: 1000 }, 1000)).toBe('soon')
  expect(findNextCheck({ nextLookAt: 999 }, 1000)).toBe('soon')
  expect(findNextCheck({ nextLookAt: null }, 1000)).toBeNull()
})
