import { expect, test } from 'vitest'
import { unreadTextKey } from '#renderer/ui/status/unread-text-key.ts'

const seen = { isReading: false, mayRead: true, isOffline: false }

test('The text for data that was never read says how it can be read', () => {
  expect(unreadTextKey(seen)).toBe('never')
  expect(unreadTextKey({ ...seen, isOffline: true })).toBe('neverOffline')
  expect(unreadTextKey({ ...seen, isReading: true })).toBe('reading')
})

test('The text for a gone domain or server promises no read, online or offline', () => {
  expect(unreadTextKey({ ...seen, mayRead: false })).toBe('neverGone')
  expect(unreadTextKey({ ...seen, mayRead: false, isOffline: true })).toBe('neverGone')
})
