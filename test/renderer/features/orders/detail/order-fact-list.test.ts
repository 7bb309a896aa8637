import { createPinia } from 'pinia'
import { createSSRApp, h } from 'vue'
import { renderToString } from 'vue/server-renderer'
import { createMemoryHistory, createRouter } from 'vue-router'
import { expect, test } from 'vitest'
import OrderFactList from '#renderer/features/orders/detail/OrderFactList.vue'
import { useAccounts } from '#renderer/stores/accounts-and-selection.ts'
import { i18n } from '#renderer/text/i18n.ts'
import { startOrdersThroughCommandsRig } from '#test/main/orders/orders-through-commands-rig.ts'
import { connectRigBridge } from '#test/renderer/bridge-to-main-process-rig.ts'
import { setMessageLanguage } from '#test/renderer/set-message-language.ts'

test.each([
  ['en', 'Key not in Banto'],
  ['ja', 'BantoにないAPIキー'],
] as const)(
  'The key of an order is not said to be absent while the accounts are loaded (%s)',
  async (language, absent) => {
    setMessageLanguage(language)
    const { rig, accountId, buy } = await startOrdersThroughCommandsRig()
    connectRigBridge(rig)
    const { intentIds } = await buy([{ kind: 'renew', accountId, name: 'two.com', years: 1 }])
    const intent = await rig.call('orders.intent', { intentId: intentIds[0] ?? '' })
    const pinia = createPinia()
    const router = createRouter({ history: createMemoryHistory(), routes: [{ path: '/:path(.*)', component: {} }] })
    const render = () =>
      renderToString(
        createSSRApp({ render: () => h(OrderFactList, { intent }) })
          .use(i18n)
          .use(pinia)
          .use(router),
      )
    expect(await render()).not.toContain(absent)
    useAccounts(pinia).isLoaded = true
    expect(await render()).toContain(absent)
  },
)
