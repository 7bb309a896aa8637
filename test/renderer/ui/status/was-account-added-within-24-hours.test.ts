import { expect, test } from 'vitest'
import { wasAccountAddedWithin24Hours } from '#renderer/ui/status/was-account-added-within-24-hours.ts'

const hourMs = 3_600_000

test('Calls of the last 24 hours may be unknown until an account was in Banto for 24 hours', () => {
  const addedAt = 1_800_000_000_000
  expect(wasAccountAddedWithin24Hours({ addedAt }, addedAt)).toBe(true)
  expect(wasAccountAddedWithin24Hours({ addedAt }, addedAt + 24 * hourMs - 1)).toBe(true)
  expect(wasAccountAddedWithin24Hours({ addedAt }, addedAt + 24 * hourMs)).toBe(false)
})
