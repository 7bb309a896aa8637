import { expect, test } from 'vitest'
import { unreadReason } from '#renderer/ui/status/unread-reason.ts'

const seen = { isReading: false, mayRead: true, isOffline: false }

test('The text for data that was never read says how it can be read', () => {
  expect(unreadReason(seen)).toBe('never')
  expect(unreadReason({ ...seen, isOffline: true })).toBe('neverOffline')
  expect(unreadReason({ ...seen, isReading: true })).toBe('reading')
})

test('The text for a gone domain or server promises no read, online or offline', () => {
  expect(unreadReason({ ...seen, mayRead: false })).toBe('neverGone')
  expect(unreadReason({ ...seen, mayRead: false, isOffline: true })).toBe('neverGone')
})
