import { expect, test } from 'vitest'
import type { QuotaUsage } from '#shared/ipc/accounts.ts'
import { accountWaitsUntil } from '#renderer/stores/account-waits-until.ts'

const minute = 60_000
const usage = (nextFreeAt: number | null, accountId = 'a', usedMinute = 60) =>
  ({ accountId, nextFreeAt, usedMinute, perMinute: 60 }) as QuotaUsage

test('An account whose calls must wait for more than a minute names the end of the longest wait, also while none is queued', () => {
  expect(accountWaitsUntil([usage(300 * minute), usage(2 * minute), usage(null)], 'a', 0)).toBe(300 * minute)
})

test('Short waits and the waits of other accounts are not named', () => {
  expect(accountWaitsUntil([usage(minute), usage(null), usage(300 * minute, 'b')], 'a', 0)).toBeNull()
})

test('A wait that the service demanded is named until its end', () => {
  const demanded = usage(100_000, 'a', 2)
  expect(accountWaitsUntil([demanded], 'a', 99_000)).toBe(100_000)
  expect(accountWaitsUntil([demanded], 'a', 100_000)).toBeNull()
})
