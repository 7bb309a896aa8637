import { afterAll, beforeAll, expect, test } from 'vitest'
import { findWhyQuoteCallsWait } from '#renderer/features/orders/checkout/find-why-quote-calls-wait.ts'
import { secondMs } from '#shared/durations.ts'
import type { QuotaUsage } from '#shared/ipc/accounts.ts'
import { startSimulatorRig, type SimulatorRig } from '#test/main-process-rig.ts'

const token = 'a-key-for-prices'
const retryAfterSeconds = 60
let rig: SimulatorRig
let accountId: string

beforeAll(async () => {
  rig = await startSimulatorRig({
    world: { users: [{ name: 'first', keys: [{ token }], domains: [{ domain_name: 'ours.com' }] }] },
  })
  await rig.call('app.saveSettings', { backgroundShare: 0 })
  accountId = (await rig.addAccount('First', [token])).id
})
afterAll(async () => {
  await rig.call('orders.discardQuote', { quoteId: 'asked' })
  await rig.close()
})

test('A quote whose account must wait for the Retry-After of a 429 is said to wait, and until when', async () => {
  rig.simulator.faults.add({
    match: { path: '^/v1/domain$' },
    times: 1,
    fault: {
      kind: 'status',
      status: 429,
      code: 'RATE_LIMIT_EXCEEDED',
      headers: { 'retry-after': String(retryAfterSeconds), 'x-ratelimit-remaining': '0' },
    },
  })
  const askedAt = Date.now()
  const items = [{ kind: 'renew' as const, accountId, name: 'ours.com', years: 1 }]
  void rig.call('orders.quote', { quoteId: 'asked', items, authCodeIds: {}, replaces: [] }).catch(() => undefined)
  const accounts = await rig.call('accounts.list', null)
  const find = async () => findWhyQuoteCallsWait(accounts, await rig.call('accounts.quota', null), Date.now())
  await expect.poll(find, { timeout: 10_000 }).toMatchObject({ account: 'First', cause: 'limit' })
  expect((await find())?.until).toBeGreaterThan(askedAt + (retryAfterSeconds - 1) * secondMs)
})

const account = { id: 'a', label: 'First' }
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
  waiting: { interactive: 1, paid: 0, job: 0, background: 0 },
  nextFreeAt: 60_000,
  nextFreeAfter: null,
  isWaitUnexplained: false,
  waitsForAnswer: false,
  heldUntil: null,
  repeatAt: null,
}

test.each([
  ['waits until the limits allow the next call', {}, { cause: 'limit', until: 60_000 }],
  ['waits as the service demanded', { isWaitUnexplained: true }, { cause: 'demanded', until: 60_000 }],
  ['is only delayed by a 429 for which the service named no time', { nextFreeAfter: 'pause_after_429' }, null],
  ['is not held with the jobs after refused keys', { nextFreeAt: null, heldUntil: 70_000 }, null],
  ['is sent while only the sync waits', { waiting: { ...usage.waiting, interactive: 0, background: 9 } }, null],
  ['is sent after a moment', { nextFreeAt: 500 }, null],
  ['is sent while another account waits', { accountId: 'b' }, null],
] as const)('A call of a quote %s', (_, changes, wait) => {
  expect(findWhyQuoteCallsWait([account], [{ ...usage, ...changes }], 0)).toEqual(wait && { account: 'First', ...wait })
})
