import { createPinia, setActivePinia } from 'pinia'
import { createSSRApp, h } from 'vue'
import { renderToString } from 'vue/server-renderer'
import { expect, onTestFinished, test } from 'vitest'
import SpendingAndForecastView from '#renderer/features/orders/spending/SpendingAndForecastView.vue'
import { useAccounts } from '#renderer/stores/accounts-and-selection.ts'
import { i18n } from '#renderer/text/i18n.ts'
import { startSimulatorRig } from '#test/main-process-rig.ts'
import { connectRigBridge } from '#test/renderer/bridge-to-main-process-rig.ts'
import { setMessageLanguage } from '#test/renderer/set-message-language.ts'

test('The page of the spending has no forecast of renewals without an account', async () => {
  const rig = await startSimulatorRig({ world: { users: [{ name: 'first', keys: [{ token: 'key-of-first' }] }] } })
  onTestFinished(() => rig.close())
  connectRigBridge(rig)
  const nothing = Object.assign(new EventTarget(), { matches: false })
  Object.assign(globalThis.window, { matchMedia: () => nothing })
  const t = setMessageLanguage('en')
  const pinia = createPinia()
  setActivePinia(pinia)
  const render = () => {
    const app = createSSRApp({ render: () => h(SpendingAndForecastView) })
    // Naive UI collects its styles here, because there is no document.
    app.provide('@css-render/vue3-ssr', { styles: [], ids: new Set() })
    return renderToString(app.use(i18n).use(pinia).provide('n-message-api', {}))
  }
  await useAccounts().load()
  expect(await render()).not.toContain(t('orders.spending.forecast'))
  await rig.addAccount('First', ['key-of-first'])
  await useAccounts().load()
  expect(await render()).toContain(t('orders.spending.forecast'))
})
