import { expect, test } from 'vitest'
import type { QuotaUsage } from '#shared/ipc/accounts.ts'
import { findLimitWait } from '#main/api/find-limit-wait.ts'

const now = 1_000_000
const usage: QuotaUsage = {
  accountId: 'a',
  limitClass: 'domain',
  perMinute: 60,
  perDay: 10_000,
  concurrent: 5,
  learnt: [],
  usedMinute: 10,
  usedDay: 10,
  inFlight: 0,
  waiting: { interactive: 0, paid: 0, job: 1, background: 0 },
  nextFreeAt: null,
  waitsForAnswer: false,
}

const find = (fields: Partial<QuotaUsage>, holdUntil: number | null = null) =>
  findLimitWait(
    {
      quotaUsage: () => [{ ...usage, ...fields }],
      refusedKeysHold: () => (holdUntil === null ? null : { until: holdUntil, refusals: 2 }),
    },
    'a',
    'domain',
    now,
  )

test('The limit that makes the calls of an account wait is named', () => {
  expect(find({})).toBeNull()
  expect(find({ nextFreeAt: now })).toBeNull()
  const limitOf = (fields: Partial<QuotaUsage>) => find(fields)?.error.details
  expect(limitOf({ nextFreeAt: now + 900_000 })).toEqual({ limit: 'demanded', until: now + 900_000 })
  expect(limitOf({ nextFreeAt: now + 30_000, usedMinute: 60 })).toEqual({ limit: 'minute', until: now + 30_000 })
  expect(limitOf({ nextFreeAt: now + 900_000, usedMinute: 60 })).toMatchObject({ limit: 'demanded' })
  expect(limitOf({ nextFreeAt: now + 900_000, usedDay: 10_000 })).toMatchObject({ limit: 'day' })
  expect(find({ nextFreeAt: now + 900_000 }, now + 900_000)?.error.kind).toBe('address_guarded')
})

test('A call that was begun waits only if no call is in flight', () => {
  expect(find({ nextFreeAt: now + 1 })?.isIdle).toBe(true)
  expect(find({ nextFreeAt: now + 1, inFlight: 1 })?.isIdle).toBe(false)
})
