import { expect, test } from 'vitest'
import { mayHaveUnknownRecentCalls } from '#renderer/ui/status/may-have-unknown-recent-calls.ts'

const hourMs = 3_600_000

test('Calls of the last 24 hours may be unknown until an account was in Banto for 24 hours', () => {
  const addedAt = 1_800_000_000_000
  expect(mayHaveUnknownRecentCalls({ addedAt }, addedAt)).toBe(true)
  expect(mayHaveUnknownRecentCalls({ addedAt }, addedAt + 24 * hourMs - 1)).toBe(true)
  expect(mayHaveUnknownRecentCalls({ addedAt }, addedAt + 24 * hourMs)).toBe(false)
})
