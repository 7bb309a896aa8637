import { createPinia } from 'pinia'
import { createSSRApp, h } from 'vue'
import { renderToString } from 'vue/server-renderer'
import { expect, onTestFinished, test } from 'vitest'
import { createMemoryHistory, createRouter, RouterView } from 'vue-router'
import type { OrderIntentView } from '#shared/ipc/order-intent-schemas.ts'
import OrderAgainPanel from '#renderer/features/orders/detail/OrderAgainPanel.vue'
import { getTransferAgainRoute, parseTransferQuery } from '#renderer/features/orders/transfer-route-query.ts'
import TransferView from '#renderer/features/orders/transfer-domain/TransferView.vue'
import { useAccounts } from '#renderer/stores/accounts-and-selection.ts'
import { startSimulatorRig } from '#test/main-process-rig.ts'
import { connectRigBridge } from '#test/renderer/bridge-to-main-process-rig.ts'
import { i18n } from '#renderer/text/i18n.ts'

test.each([
  ['en', 'Transfer in again…', 'price'],
  ['ja', 'もう一度移管…', '料金'],
] as const)(
  'A transfer that was declined for its balance is not said to have a new price (%s)',
  async (language, action, price) => {
    i18n.global.locale.value = language
    // The panel listens for events of main. None is sent here.
    Object.assign(globalThis, { window: { banto: { listen: () => undefined } } })
    const intent = {
      item: { kind: 'transfer', accountId: 'a', name: 'one.com' },
      state: 'refused',
      error: { kind: 'service', code: 'PAYMENT_REQUIRED', status: 402, message: '', details: {} },
    } as unknown as OrderIntentView
    const app = createSSRApp({ render: () => h(OrderAgainPanel, { intent, orderObsoleteReason: null }) })
    const router = createRouter({
      history: createMemoryHistory(),
      routes: [{ path: '/', name: 'orders-transfer', component: {} }],
    })
    const html = await renderToString(app.use(i18n).use(createPinia()).use(router))
    const text = html.replaceAll(/<[^>]*>/g, '')
    expect(text).toContain(action)
    expect(text).not.toContain(price)
  },
)

test('The page to transfer a domain again opens with the name of the order and its account, if that may buy', async () => {
  const users = ['one', 'two'].map((name) => ({ name, keys: [{ token: `token-of-${name}` }] }))
  const rig = await startSimulatorRig({ world: { users } })
  onTestFinished(() => rig.close())
  connectRigBridge(rig)
  i18n.global.locale.value = 'en'
  const { id } = await rig.addAccount('one', ['token-of-one'])
  await rig.addAccount('two', ['token-of-two'])

  async function open(): Promise<{ name: string | undefined; account: string | undefined }> {
    const router = createRouter({
      history: createMemoryHistory(),
      routes: [
        {
          path: '/',
          name: 'orders-transfer',
          component: TransferView,
          props: ({ query }) => ({ prefill: parseTransferQuery(query) }),
        },
      ],
    })
    await router.push(getTransferAgainRoute({ kind: 'transfer', accountId: id, name: 'one.com' }))
    const app = createSSRApp({ render: () => h(RouterView) })
    // Naive UI collects its styles here, because there is no document.
    app.provide('@css-render/vue3-ssr', { styles: [], ids: new Set() })
    app.use(i18n).use(createPinia()).use(router)
    await app.runWithContext(() => useAccounts().load())
    const html = await renderToString(app)
    return {
      name: html.match(/<input[^>]*data-test="transfer-name"[^>]*>/u)?.[0].match(/value="([^"]*)"/u)?.[1],
      account: html.match(/class="account-option" title="([^"]*)"/u)?.[1],
    }
  }
  expect(await open()).toEqual({ name: 'one.com', account: 'one' })
  await rig.call('accounts.update', { accountId: id, isPaused: true })
  expect(await open()).toEqual({ name: 'one.com', account: undefined })
})
