import { expect, test } from 'vitest'
import type { QuotaUsage } from '#shared/ipc/accounts.ts'
import { findLogReadingWaits } from '#renderer/features/logs/find-log-reading-waits.ts'

const now = 1_000
const hour = now + 3_600_000
const usage = (accountId: string, nextFreeAt: number | null, rest: Partial<QuotaUsage> = {}) =>
  ({
    accountId,
    limitClass: 'account',
    usedMinute: 1,
    perMinute: 30,
    nextFreeAt,
    isWaitUnexplained: false,
    heldUntil: null,
    ...rest,
  }) as QuotaUsage
const accounts = [
  { id: 'one', isPaused: false },
  { id: 'two', isPaused: false },
]
const keys = accounts.map(({ id: accountId }) => ({ accountId, isReading: false }))

test('The accounts whose limit allows no call wait, the longest wait first', () => {
  expect(findLogReadingWaits(keys, accounts, [usage('one', null)], now)).toEqual([])
  expect(
    findLogReadingWaits(keys, accounts, [usage('one', hour), usage('two', hour + 1, { isWaitUnexplained: true })], now),
  ).toEqual([
    { cause: 'demanded', until: hour + 1 },
    { cause: 'limit', until: hour },
  ])
})

test('A limit of other calls, a hold, and the limit of an account that is paused or not shown are no waits of the reading', () => {
  expect(findLogReadingWaits(keys, accounts, [usage('one', hour, { limitClass: 'domain' })], now)).toEqual([])
  expect(findLogReadingWaits(keys, accounts, [usage('one', null, { heldUntil: hour })], now)).toEqual([])
  expect(findLogReadingWaits(keys, [{ id: 'one', isPaused: true }], [usage('one', hour)], now)).toEqual([])
  expect(findLogReadingWaits(keys.slice(1), accounts, [usage('one', hour)], now)).toEqual([])
})

test('An account whose log is being read does not wait', () => {
  expect(
    findLogReadingWaits([{ accountId: 'one', isReading: true }], accounts, [usage('one', now + 5_000)], now),
  ).toEqual([])
})
