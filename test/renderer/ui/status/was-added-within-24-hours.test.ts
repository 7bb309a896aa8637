import { expect, test } from 'vitest'
import { wasAddedWithin24Hours } from '#renderer/ui/status/was-added-within-24-hours.ts'

const hourMs = 3_600_000

test('Calls of the last 24 hours may be unknown until an account was in Banto for 24 hours', () => {
  const addedAt = 1_800_000_000_000
  expect(wasAddedWithin24Hours({ addedAt }, addedAt)).toBe(true)
  expect(wasAddedWithin24Hours({ addedAt }, addedAt + 24 * hourMs - 1)).toBe(true)
  expect(wasAddedWithin24Hours({ addedAt }, addedAt + 24 * hourMs)).toBe(false)
})
