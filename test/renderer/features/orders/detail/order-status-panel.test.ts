import { createPinia } from 'pinia'
import { createSSRApp, h } from 'vue'
import { renderToString } from 'vue/server-renderer'
import { expect, test } from 'vitest'
import type { Account, QuotaUsage } from '#shared/ipc/accounts.ts'
import type { OrderIntentView } from '#shared/ipc/order-intent-schemas.ts'
import OrderStatusPanel from '#renderer/features/orders/detail/OrderStatusPanel.vue'
import { useAccounts } from '#renderer/stores/accounts-and-selection.ts'
import { useQuotaUsage } from '#renderer/stores/quota-usage.ts'
import { hourMs } from '#shared/durations.ts'
import { i18n } from '#renderer/text/i18n.ts'
import { startOrdersThroughCommandsRig } from '#test/main/orders/orders-through-commands-rig.ts'
import { connectRigBridge } from '#test/renderer/bridge-to-main-process-rig.ts'

const unsettled = {
  item: { kind: 'acquire', accountId: 'a', name: 'one.com' },
  target: 'one.com',
  yen: 1_430,
  expiryDate: null,
  accountLabel: 'Shop',
  state: 'unsettled',
  status: 'unsettled',
  nextLookAt: Date.now(),
  acceptanceSource: null,
  stop: null,
  error: null,
  hold: null,
  sentAt: null,
  steps: [],
} as unknown as OrderIntentView

test('The next check of an outcome is not said to come soon while calls are held after refused keys', async () => {
  i18n.global.locale.value = 'en'
  const unanswered = () => new Promise(() => undefined)
  Object.assign(globalThis, { window: { banto: { call: unanswered, listen: () => undefined } } })
  const pinia = createPinia()
  useAccounts(pinia).accounts = [{ id: 'a', isPaused: false, proxy: null, keys: [{ state: 'working' }] } as Account]
  const render = (heldUntil: number | null) => {
    const waiting = { interactive: 0, paid: 0, job: 1, background: 0 }
    const usage = { accountId: 'a', limitClass: 'domain', waiting, nextFreeAt: null, heldUntil }
    useQuotaUsage(pinia).loaded = [usage as unknown as QuotaUsage]
    return renderToString(
      createSSRApp({ render: () => h(OrderStatusPanel, { intent: unsettled }) })
        .use(i18n)
        .use(pinia),
    )
  }
  expect(await render(null)).toContain('Next automatic check: soon')
  expect(await render(Date.now() + 600_000)).toContain('Next automatic check, at the earliest:')
})

test.each([
  [
    'en',
    'Until you resume, the order is not sent again',
    'After you resume, too, the outcome of the order is only checked',
  ],
  ['ja', '再開するまで再送信しません', '再開しても再送信せず'],
] as const)(
  'An order of a paused run is not said to be sent again after 47 hours since its first sending (%s)',
  async (language, untilResumed, never) => {
    i18n.global.locale.value = language
    Object.assign(globalThis, {
      window: { banto: { call: () => new Promise(() => undefined), listen: () => undefined } },
    })
    const render = (hours: number) => {
      const sentAt = Date.now() - hours * hourMs
      const steps = ['sent', 'lost', 'stopped'].map((event) => ({ event, at: sentAt, error: null, fact: {} }))
      const intent = { ...unsettled, stop: 'paused', sentAt, steps } as unknown as OrderIntentView
      const app = createSSRApp({ render: () => h(OrderStatusPanel, { intent }) })
      return renderToString(app.use(i18n).use(createPinia()))
    }
    expect(await render(46)).toContain(untilResumed)
    const late = await render(47)
    expect(late).not.toContain(untilResumed)
    expect(late).toContain(never)
  },
)

test.each([
  ['en', 'whether the key has expired or is no longer valid', 'The service has accepted this key since'],
  ['ja', '期限切れや無効になっていないか', 'その後、このAPIキーはサービスに認証されています'],
] as const)(
  'An order declined for its key does not call the key invalid once the service has accepted it again (%s)',
  async (language, invalid, acceptedSince) => {
    i18n.global.locale.value = language
    const { rig, accountId, waitUntilSettled } = await startOrdersThroughCommandsRig()
    connectRigBridge(rig)
    const quoteId = crypto.randomUUID()
    const item = { kind: 'renew', accountId, name: 'two.com', years: 1 } as const
    const { rows, totalYen } = await rig.call('orders.quote', { quoteId, items: [item] })
    const fault = { kind: 'status', status: 401, code: 'UNAUTHORIZED' } as const
    rig.simulator.faults.add({ match: { method: 'POST' }, times: 1, fault })
    const rowIds = rows.map(({ id }) => id)
    const { intentIds } = await rig.call('orders.confirm', { quoteId, rowIds, totalYen, agreesToTerms: true })
    const [intent] = await waitUntilSettled(intentIds)
    const render = async () => {
      const pinia = createPinia()
      useAccounts(pinia).accounts = await rig.call('accounts.list', null)
      const app = createSSRApp({ render: () => h(OrderStatusPanel, { intent: intent as OrderIntentView }) })
      return renderToString(app.use(i18n).use(pinia))
    }
    expect(await render()).toContain(invalid)
    await rig.call('accounts.retestKey', { accountId, keyId: intent?.keyId ?? '' })
    const html = await render()
    expect(html).not.toContain(invalid)
    expect(html).toContain(acceptedSince)
  },
)
