import { expect, test } from 'vitest'
import type { QuotaUsage } from '#shared/ipc/accounts.ts'
import { findAccountCallWait } from '#renderer/account-data/find-call-wait-reasons-to-show.ts'

const minute = 60_000
const usage = (nextFreeAt: number | null, accountId = 'a', usedMinute = 60, heldUntil: number | null = null) =>
  ({ accountId, nextFreeAt, usedMinute, perMinute: 60, heldUntil }) as QuotaUsage

test('An account whose calls must wait for more than a minute names the end of the longest wait, also while none is queued', () => {
  expect(findAccountCallWait([usage(300 * minute), usage(2 * minute), usage(null)], 'a', 0)).toEqual({
    cause: 'limit',
    until: 300 * minute,
  })
})

test('Short waits and the waits of other accounts are not named', () => {
  expect(findAccountCallWait([usage(minute), usage(null), usage(300 * minute, 'b')], 'a', 0)).toBeNull()
})

test('A wait of up to a minute for the limit per minute is not named, also while Banto leaves calls to other programs', () => {
  const waiting = { ...usage(minute, 'a', 58), nextFreeAfter: 'minute' as const }
  expect(findAccountCallWait([waiting], 'a', 0)).toBeNull()
  expect(findAccountCallWait([{ ...waiting, nextFreeAt: 2 * minute }], 'a', 0)?.cause).toBe('limit')
})

test('A wait that the service demanded is named until its end', () => {
  const demanded = usage(100_000, 'a', 2)
  expect(findAccountCallWait([demanded], 'a', 99_000)?.until).toBe(100_000)
  expect(findAccountCallWait([demanded], 'a', 100_000)).toBeNull()
})

test('A wait for which the service named no limit is not said to be one for a limit', () => {
  const demanded = { ...usage(100_000, 'a', 2), isWaitUnexplained: true }
  expect(findAccountCallWait([demanded], 'a', 0)).toEqual({ cause: 'demanded', until: 100_000 })
})

test('The pause after a 429 for which the service named no time is not named', () => {
  const pausing = { ...usage(5_000, 'a', 2), nextFreeAfter: 'pause_after_429' as const }
  expect(findAccountCallWait([pausing], 'a', 0)).toBeNull()
})

test('Calls on hold after refused keys are not said to wait for a limit, unless a limit makes calls wait longer', () => {
  const held = usage(minute, 'a', 2, 10 * minute)
  expect(findAccountCallWait([held], 'a', 0)).toEqual({ cause: 'hold', until: 10 * minute })
  expect(findAccountCallWait([held], 'a', 10 * minute)).toBeNull()
  expect(findAccountCallWait([held, usage(300 * minute)], 'a', 0)).toEqual({ cause: 'limit', until: 300 * minute })
})
