import { createPinia } from 'pinia'
import { createSSRApp, h } from 'vue'
import { renderToString } from 'vue/server-renderer'
import { expect, test } from 'vitest'
import { createMemoryHistory, createRouter } from 'vue-router'
import { shownOrderStatuses } from '#shared/ipc/order-intent-schemas.ts'
import type { QuotaUsage } from '#shared/ipc/accounts.ts'
import type { OrderRun } from '#shared/ipc/order-run-schema.ts'
import OrderRunCard from '#renderer/features/orders/runs/OrderRunCard.vue'
import { useAccounts } from '#renderer/stores/accounts-and-selection.ts'
import { useQuotaUsage } from '#renderer/stores/quota-usage.ts'
import { i18n } from '#renderer/text/i18n.ts'
import { setMessageLanguage } from '#test/renderer/set-message-language.ts'

const unanswered = () => new Promise(() => undefined)
Object.assign(globalThis, { window: { banto: { call: unanswered, listen: () => undefined } } })

function render(
  queued: number,
  amounts: Partial<OrderRun> = {},
  isCompact = true,
  pinia = createPinia(),
): Promise<string> {
  i18n.global.locale.value = 'en'
  const none = Object.fromEntries(shownOrderStatuses.map((status) => [status, 0]))
  const account = { accountId: 'a', accountLabel: 'Shop', stopped: null, error: null, queued }
  const run = {
    id: 'run',
    kinds: ['renew'],
    target: null,
    startedAt: 0,
    state: 'running',
    mayPause: true,
    total: 2,
    byStatus: { ...none, sent: 1, held: 1 },
    accounts: [account],
    doneYen: 0,
    totalYen: 0,
    ...amounts,
  } as unknown as OrderRun
  const app = createSSRApp({ render: () => h(OrderRunCard, { run, isCompact }) })
  const router = createRouter({ history: createMemoryHistory(), routes: [{ path: '/', component: {} }] })
  return renderToString(app.use(i18n).use(pinia).use(router))
}

test('A run whose order cannot be sent now is not said to have no order that waits to be sent', async () => {
  expect(await render(0)).toContain('No order waits to be sent')
  expect(await render(1)).not.toContain('No order waits to be sent')
})

test.each([
  ['en', 'only within 47 hours of its first sending'],
  ['ja', '最初の送信から47時間以内のみ'],
] as const)('The hint of a pause says until when an order in progress would be sent again (%s)', (language, limit) => {
  expect(setMessageLanguage(language)('orders.run.pauseResending')).toContain(limit)
})

test.each([true, false])('The line of a run has its amounts, also beside an open order: %s', async (isCompact) => {
  const html = await render(0, { doneYen: 1650, totalYen: 4950, unsettledYen: 3300 }, isCompact)
  expect(html).toMatch(/ordered: [^<]*1,650[^<]*4,950/u)
  expect(html).toMatch(/in addition, [^<]*3,300[^<]* may have been charged/u)
})

test('The row of an account in which one order has no usable key counts that order, not the orders of the account', async () => {
  const error = { kind: 'no_key', message: 'No key may send it', details: { reasons: [] } }
  const account = {
    accountId: 'a',
    accountLabel: 'Shop',
    total: 5,
    done: 3,
    targetMoved: 0,
    queued: 2,
    stopped: 'cannot_send',
    error,
    stoppedAlone: 1,
  }
  const rowOf = async (stoppedAlone: number | null) => {
    const accounts = [{ ...account, stoppedAlone }] as unknown as OrderRun['accounts']
    const html = await render(0, { accounts }, false)
    return html.slice(html.indexOf('data-test="held-account"'))
  }
  const row = await rowOf(1)
  expect(row).toContain('>1 order<')
  expect(row).not.toContain('3 of 5 completed')
  expect(await rowOf(null)).toContain('3 of 5 completed')
})

test('Outcomes are not said to be unchecked before the accounts are known', async () => {
  const account = {
    accountId: 'a',
    accountLabel: 'Shop',
    stopped: null,
    error: null,
    queued: 0,
    unsettled: 1,
    needsYou: 0,
  }
  const none = Object.fromEntries(shownOrderStatuses.map((status) => [status, 0]))
  const run = { state: 'checking', byStatus: { ...none, unsettled: 1 }, accounts: [account] } as unknown as OrderRun
  const pinia = createPinia()
  expect(await render(0, run, true, pinia)).toContain('Checking outcomes')
  // The account is not in Banto.
  useAccounts(pinia).isLoaded = true
  expect(await render(0, run, true, pinia)).toContain('Outcomes not checked')
})

test('The line of a run names why orders of an account are on hold, also while the other orders are sent', async () => {
  const error = { kind: 'service', status: 401, code: 'UNAUTHORIZED', message: 'refused', details: {} }
  const stopped = { accountId: 'b', accountLabel: 'Two', stopped: 'cannot_send', error, queued: 0, targetMoved: 0 }
  const held = { ...stopped, stopped: 'no_money', error: null }
  const lineOf = (state: OrderRun['state'], account: object) =>
    render(0, { state, accounts: [account] as unknown as OrderRun['accounts'] })
  const refused = 'The service did not accept this key.'
  expect(await lineOf('running', stopped)).toContain(refused)
  expect(await lineOf('held', stopped)).toContain(refused)
  expect(await lineOf('running', held)).toContain('The balance was insufficient.')
  expect(await lineOf('held', held)).not.toContain('data-test="run-hold-reason"')
})

test('A run whose orders wait for the limit per minute says so, and from when the next one is sent', async () => {
  const pinia = createPinia()
  const waiting = { interactive: 0, paid: 1, job: 0, background: 0 }
  const until = Date.now() + 40_000
  const usage = { accountId: 'a', limitClass: 'domain', waiting, nextFreeAt: until, heldUntil: null }
  const quotaIs = (changes: Partial<QuotaUsage>) =>
    (useQuotaUsage(pinia).loaded = [{ ...usage, ...changes } as unknown as QuotaUsage])
  const none = Object.fromEntries(shownOrderStatuses.map((status) => [status, 0]))
  const run = { byStatus: { ...none, planned: 2 }, answeredAt: null, minutesLeft: null } as unknown as Partial<OrderRun>
  quotaIs({})
  expect(await render(1, run, true, pinia)).toContain('limit reached, next order from 20')
  quotaIs({ isWaitUnexplained: true })
  expect(await render(1, run, true, pinia)).toContain('the service asked to wait, next order from 20')
  quotaIs({ heldUntil: until + 1 })
  expect(await render(1, run, true, pinia)).toContain('on hold after authentication errors, next order from 20')
  quotaIs({ limitClass: 'server' })
  expect(await render(1, run, true, pinia)).not.toContain('data-test="run-wait"')
  quotaIs({ nextFreeAfter: 'pause_after_429' })
  expect(await render(1, run, true, pinia)).not.toContain('data-test="run-wait"')
  quotaIs({ nextFreeAt: null })
  expect(await render(1, run, true, pinia)).not.toContain('data-test="run-wait"')
})
