import { expect, test } from 'vitest'
import { emptyWordsOf, whatWasRead } from '../../../../src/renderer/features/orders/elsewhere/what-was-read.ts'

const readings = [{ keyId: 'one', readAt: 300 }, { keyId: 'two', readAt: 100 }, { keyId: 'of-another-account', readAt: 1 }]

test('the logs are as old as the oldest reading of the keys that are shown', () => {
  expect(whatWasRead(['one', 'two'], readings)).toEqual({ keys: 2, unread: 0, oldestAt: 100 })
  expect(whatWasRead(['one'], readings).oldestAt).toBe(300)
})

test('one key that was never read takes the certainty from all', () => {
  const read = whatWasRead(['one', 'two', 'three'], readings)
  expect(read).toEqual({ keys: 3, unread: 1, oldestAt: 100 })
  expect(emptyWordsOf(read)).toBe('partly')
  expect(emptyWordsOf(whatWasRead(['one', 'two'], readings))).toBe('empty')
  expect(emptyWordsOf(whatWasRead(['three'], readings))).toBe('unread')
  expect(emptyWordsOf(whatWasRead([], []))).toBe('unread')
})
