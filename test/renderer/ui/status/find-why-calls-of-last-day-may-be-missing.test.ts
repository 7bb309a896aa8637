import { expect, test } from 'vitest'
import { hourMs } from '#shared/durations.ts'
import { findWhyCallsOfLastDayMayBeMissing } from '#renderer/ui/status/find-why-calls-of-last-day-may-be-missing.ts'

const addedAt = 1_800_000_000_000

test('Calls of the last 24 hours may be missing until an account was in Banto for 24 hours', () => {
  const find = (now: number) => findWhyCallsOfLastDayMayBeMissing({ addedAt }, null, now)
  expect(find(addedAt)).toBe('added')
  expect(find(addedAt + 24 * hourMs - 1)).toBe('added')
  expect(find(addedAt + 24 * hourMs)).toBeNull()
})

test('Calls of the last 24 hours may be missing until 24 hours after a rebuild of the database, unless the account was added after it', () => {
  const rebuiltAt = addedAt + 100 * hourMs
  const find = (now: number) => findWhyCallsOfLastDayMayBeMissing({ addedAt }, rebuiltAt, now)
  expect(find(rebuiltAt)).toBe('rebuilt')
  expect(find(rebuiltAt + 24 * hourMs - 1)).toBe('rebuilt')
  expect(find(rebuiltAt + 24 * hourMs)).toBeNull()
  expect(findWhyCallsOfLastDayMayBeMissing({ addedAt: rebuiltAt + 1 }, rebuiltAt, rebuiltAt + hourMs)).toBe('added')
})
