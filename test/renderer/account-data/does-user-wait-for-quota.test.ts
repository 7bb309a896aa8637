import { expect, test } from 'vitest'
import { doesUserWaitForQuota } from '#renderer/account-data/does-user-wait-for-quota.ts'
import type { QuotaUsage } from '#shared/ipc/accounts.ts'

const usage: QuotaUsage = {
  accountId: 'a',
  limitClass: 'domain',
  perMinute: 60,
  perDay: 10_000,
  concurrent: 5,
  learnt: [],
  usedMinute: 60,
  usedMinuteElsewhere: 0,
  usedDay: 60,
  inFlight: 0,
  waiting: { interactive: 2, paid: 0, job: 0, background: 0 },
  nextFreeAt: 1,
  nextFreeAfter: null,
  isWaitUnexplained: false,
  waitsForAnswer: false,
  heldUntil: null,
  repeatAt: null,
}

const account = { id: 'a', proxy: null }
const nothingHeld = { ipBlocks: [], refusedKeysHolds: [] }

test.each([
  ['waits for the quota while interactive calls wait for a free minute', {}, true],
  ['does not wait for the quota when a call can be sent', { nextFreeAt: null }, false],
  [
    'does not wait for the quota when only the sync waits',
    { waiting: { ...usage.waiting, interactive: 0, background: 9 } },
    false,
  ],
  ['does not wait for the quota of another API', { limitClass: 'server' }, false],
  ['does not wait for the quota of another account', { accountId: 'b' }, false],
] as const)('An interactive call %s', (_, changes, waits) => {
  expect(doesUserWaitForQuota(nothingHeld, account, [{ ...usage, ...changes }], 'domain')).toBe(waits)
})

test('A call of the server API that only waits for the response to another call does not wait for the quota', () => {
  const running: QuotaUsage = { ...usage, limitClass: 'server', inFlight: 1, waitsForAnswer: true }
  expect(doesUserWaitForQuota(nothingHeld, account, [{ ...running, nextFreeAt: null }], 'server')).toBe(false)
  expect(doesUserWaitForQuota(nothingHeld, account, [running], 'server')).toBe(true)
})

test('A page says that its call waits for the quota also while keys were refused, but not during a block, of which a banner tells', () => {
  const refusedKeysHolds = [{ proxyUrl: null, until: 1, refusedCalls: 2 }]
  const ipBlocks = [{ proxyUrl: null, since: 0, until: null }]
  const waits = (changes: object) => doesUserWaitForQuota({ ...nothingHeld, ...changes }, account, [usage], 'domain')
  expect([waits({ refusedKeysHolds }), waits({ ipBlocks })]).toEqual([true, false])
})
