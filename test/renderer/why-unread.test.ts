import { expect, test } from 'vitest'
import { whyUnread } from '#renderer/ui/why-unread.ts'

const seen = { isReading: false, mayRead: true, isOffline: false }

test('of a part that was never read it is said how it can be read', () => {
  expect(whyUnread(seen)).toBe('never')
  expect(whyUnread({ ...seen, isOffline: true })).toBe('neverOffline')
  expect(whyUnread({ ...seen, isReading: true })).toBe('reading')
})

test('no reading is promised of a domain or server that is gone, online or offline', () => {
  expect(whyUnread({ ...seen, mayRead: false })).toBe('neverGone')
  expect(whyUnread({ ...seen, mayRead: false, isOffline: true })).toBe('neverGone')
})
