import { expect, test } from 'vitest'
import type { QuotaUsage } from '#shared/ipc/accounts.ts'
import { findLimitThatBlocksCalls } from '#main/api/find-limit-that-blocks-calls.ts'

const now = 1_000_000
const usage: QuotaUsage = {
  accountId: 'a',
  limitClass: 'domain',
  perMinute: 60,
  perDay: 10_000,
  concurrent: 5,
  learnt: [],
  usedMinute: 10,
  usedMinuteElsewhere: 0,
  usedDay: 10,
  inFlight: 0,
  waiting: { interactive: 0, paid: 0, job: 1, background: 0 },
  nextFreeAt: null,
  nextFreeAfter: null,
  isWaitUnexplained: false,
  waitsForAnswer: false,
  heldUntil: null,
  repeatAt: null,
}

const find = (fields: Partial<QuotaUsage>) =>
  findLimitThatBlocksCalls({ quotaUsage: () => [{ ...usage, ...fields }] }, 'a', 'domain', now)

test('The limit that makes the calls of an account wait is named', () => {
  expect(find({})).toBeNull()
  expect(find({ nextFreeAt: now })).toBeNull()
  const limitOf = (fields: Partial<QuotaUsage>) => find(fields)?.error.details
  const [soon, later] = [{ nextFreeAt: now + 30_000 }, { nextFreeAt: now + 900_000 }]
  expect(limitOf({ ...later, nextFreeAfter: 'retry_after' })).toEqual({ limit: 'demanded', until: now + 900_000 })
  expect(limitOf({ ...soon, nextFreeAfter: 'minute' })).toEqual({ limit: 'minute', until: now + 30_000 })
  expect(limitOf({ ...later, nextFreeAfter: 'day' })).toMatchObject({ limit: 'day' })
  expect(find({ nextFreeAt: now + 2_000, nextFreeAfter: 'concurrent' })).toBeNull()
})

test('The pause after a 429 for which the service named no time is not called a wait that the service asked for', () => {
  expect(find({ nextFreeAt: now + 5_000, nextFreeAfter: 'pause_after_429' })).toBeNull()
})

test('A minute of which calls are left to other programs is not called a wait that the service asked for', () => {
  const error = find({
    nextFreeAt: now + 30_000,
    nextFreeAfter: 'minute',
    usedMinute: 58,
    usedMinuteElsewhere: 5,
  })?.error
  expect(error?.details).toMatchObject({ limit: 'minute' })
})

test('A hold after refused keys is not called a limit, unless a limit lasts longer', () => {
  const hold = find({ heldUntil: now + 900_000, nextFreeAt: now + 30_000, nextFreeAfter: 'minute' })
  expect(hold?.error).toMatchObject({ kind: 'address_guarded', details: { until: now + 900_000 } })
  const day = find({ heldUntil: now + 600_000, nextFreeAt: now + 900_000, nextFreeAfter: 'day' })
  expect(day?.error).toMatchObject({ kind: 'waits_for_limit', details: { limit: 'day', until: now + 900_000 } })
  expect(find({ heldUntil: now })).toBeNull()
})

test('A call that was begun waits only if no call is in flight', () => {
  expect(find({ nextFreeAt: now + 1, nextFreeAfter: 'minute' })?.hasNoCallInFlight).toBe(true)
  expect(find({ nextFreeAt: now + 1, nextFreeAfter: 'minute', inFlight: 1 })?.hasNoCallInFlight).toBe(false)
})
