import { expect, test } from 'vitest'
import {
  getNoExternalPurchasesTextKey,
  countKeysWithCompletelyReadLogs,
} from '#renderer/features/orders/external-purchases/count-logs-read-completely-and-oldest-read.ts'

const lastReads = [
  { keyId: 'one', readAt: 300 },
  { keyId: 'two', readAt: 100 },
  { keyId: 'of-another-account', readAt: 1 },
]

test('The logs are as old as the oldest read of the shown keys', () => {
  expect(countKeysWithCompletelyReadLogs(['one', 'two'], lastReads)).toEqual({ keys: 2, unread: 0, oldestAt: 100 })
  expect(countKeysWithCompletelyReadLogs(['one'], lastReads).oldestAt).toBe(300)
})

test('One key whose log was never read makes an empty result incomplete', () => {
  const read = countKeysWithCompletelyReadLogs(['one', 'two', 'three'], lastReads)
  expect(read).toEqual({ keys: 3, unread: 1, oldestAt: 100 })
  expect(getNoExternalPurchasesTextKey(read)).toBe('partly')
  expect(getNoExternalPurchasesTextKey(countKeysWithCompletelyReadLogs(['one', 'two'], lastReads))).toBe('empty')
  expect(getNoExternalPurchasesTextKey(countKeysWithCompletelyReadLogs(['three'], lastReads))).toBe('unread')
})

test('Without a key, no log is said to be readable', () => {
  expect(getNoExternalPurchasesTextKey(countKeysWithCompletelyReadLogs([], lastReads))).toBe('noKeys')
})
