import { expect, test } from 'vitest'
import { emptyTextKey, logReadCoverage } from '#renderer/features/orders/external-purchases/log-read-coverage.ts'

const readings = [
  { keyId: 'one', readAt: 300 },
  { keyId: 'two', readAt: 100 },
  { keyId: 'of-another-account', readAt: 1 },
]

test('the logs are as old as the oldest reading of the keys that are shown', () => {
  expect(logReadCoverage(['one', 'two'], readings)).toEqual({ keys: 2, unread: 0, oldestAt: 100 })
  expect(logReadCoverage(['one'], readings).oldestAt).toBe(300)
})

test('one key that was never read takes the certainty from all', () => {
  const read = logReadCoverage(['one', 'two', 'three'], readings)
  expect(read).toEqual({ keys: 3, unread: 1, oldestAt: 100 })
  expect(emptyTextKey(read)).toBe('partly')
  expect(emptyTextKey(logReadCoverage(['one', 'two'], readings))).toBe('empty')
  expect(emptyTextKey(logReadCoverage(['three'], readings))).toBe('unread')
  expect(emptyTextKey(logReadCoverage([], []))).toBe('unread')
})
