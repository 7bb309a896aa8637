import { expect, test } from 'vitest'
import { getNeverReadTextKey } from '#renderer/ui/status/get-never-read-text-key.ts'

const seen = { isReading: false, mayRead: true, isOffline: false }

test('The text for data that was never read says how it can be read', () => {
  expect(getNeverReadTextKey(seen)).toBe('never')
  expect(getNeverReadTextKey({ ...seen, isOffline: true })).toBe('neverOffline')
  expect(getNeverReadTextKey({ ...seen, isReading: true })).toBe('reading')
})

test('The text for a gone domain or server promises no read, online or offline', () => {
  expect(getNeverReadTextKey({ ...seen, mayRead: false })).toBe('neverGone')
  expect(getNeverReadTextKey({ ...seen, mayRead: false, isOffline: true })).toBe('neverGone')
})
