import { expect, test } from 'vitest'
import { neverReadTextKey } from '#renderer/ui/status/never-read-text-key.ts'

const seen = { isReading: false, mayRead: true, isOffline: false }

test('The text for data that was never read says how it can be read', () => {
  expect(neverReadTextKey(seen)).toBe('never')
  expect(neverReadTextKey({ ...seen, isOffline: true })).toBe('neverOffline')
  expect(neverReadTextKey({ ...seen, isReading: true })).toBe('reading')
})

test('The text for a gone domain or server promises no read, online or offline', () => {
  expect(neverReadTextKey({ ...seen, mayRead: false })).toBe('neverGone')
  expect(neverReadTextKey({ ...seen, mayRead: false, isOffline: true })).toBe('neverGone')
})
