import { expect, test } from 'vitest'
import { emptyTableTextKey, logReadCoverage } from '#renderer/features/orders/external-purchases/log-read-coverage.ts'

const lastReads = [
  { keyId: 'one', readAt: 300 },
  { keyId: 'two', readAt: 100 },
  { keyId: 'of-another-account', readAt: 1 },
]

test('The logs are as old as the oldest read of the shown keys', () => {
  expect(logReadCoverage(['one', 'two'], lastReads)).toEqual({ keys: 2, unread: 0, oldestAt: 100 })
  expect(logReadCoverage(['one'], lastReads).oldestAt).toBe(300)
})

test('One key whose log was never read makes an empty result incomplete', () => {
  const read = logReadCoverage(['one', 'two', 'three'], lastReads)
  expect(read).toEqual({ keys: 3, unread: 1, oldestAt: 100 })
  expect(emptyTableTextKey(read)).toBe('partly')
  expect(emptyTableTextKey(logReadCoverage(['one', 'two'], lastReads))).toBe('empty')
  expect(emptyTableTextKey(logReadCoverage(['three'], lastReads))).toBe('unread')
  expect(emptyTableTextKey(logReadCoverage([], []))).toBe('unread')
})
