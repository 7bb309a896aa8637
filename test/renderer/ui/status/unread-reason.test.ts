import { expect, test } from 'vitest'
import { unreadReason } from '#renderer/ui/status/unread-reason.ts'

const seen = { isReading: false, mayRead: true, isOffline: false }

test('of a part that was never read it is said how it can be read', () => {
  expect(unreadReason(seen)).toBe('never')
  expect(unreadReason({ ...seen, isOffline: true })).toBe('neverOffline')
  expect(unreadReason({ ...seen, isReading: true })).toBe('reading')
})

test('no reading is promised of a domain or server that is gone, online or offline', () => {
  expect(unreadReason({ ...seen, mayRead: false })).toBe('neverGone')
  expect(unreadReason({ ...seen, mayRead: false, isOffline: true })).toBe('neverGone')
})
