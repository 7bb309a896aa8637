import { createPinia, setActivePinia } from 'pinia'
import { createSSRApp } from 'vue'
import { renderToString } from 'vue/server-renderer'
import { createMemoryHistory, createRouter } from 'vue-router'
import { afterAll, beforeAll, expect, test } from 'vitest'
import EmptyOrderList from '#renderer/features/orders/list/EmptyOrderList.vue'
import { useAccounts } from '#renderer/stores/accounts-and-selection.ts'
import { i18n } from '#renderer/text/i18n.ts'
import { startSimulatorRig, type SimulatorRig } from '#test/main-process-rig.ts'
import { connectRigBridge } from '#test/renderer/bridge-to-main-process-rig.ts'
import { setMessageLanguage } from '#test/renderer/set-message-language.ts'

let rig: SimulatorRig

beforeAll(async () => {
  rig = await startSimulatorRig({ world: { users: [{ name: 'one', keys: [{ token: 'token-of-one' }] }] } })
  connectRigBridge(rig)
})
afterAll(() => rig.close())

async function renderWithStoredAccounts({ areLoaded = true } = {}): Promise<string> {
  const pinia = createPinia()
  setActivePinia(pinia)
  if (areLoaded) await useAccounts().load()
  const router = createRouter({ history: createMemoryHistory(), routes: [{ path: '/', component: EmptyOrderList }] })
  const app = createSSRApp(EmptyOrderList).use(i18n).use(pinia).use(router)
  // Naive UI collects its styles here, because there is no document.
  return renderToString(app.provide('@css-render/vue3-ssr', { styles: [], ids: new Set() }))
}

test('An empty order list names selected accounts and offers a renewal only if there is an account', async () => {
  const t = setMessageLanguage('en')
  const withoutAccount = await renderWithStoredAccounts()
  expect(withoutAccount).toContain(t('orders.empty.title'))
  expect(withoutAccount).not.toContain('selected accounts')
  expect(withoutAccount).not.toContain(t('orders.empty.action'))
  await rig.addAccount('One', ['token-of-one'])
  const withAccount = await renderWithStoredAccounts()
  expect(withAccount).toContain('of the selected accounts')
  expect(withAccount).toContain(t('orders.empty.action'))
})

test('An empty order list does not say that there is no account before the accounts are known', async () => {
  const t = setMessageLanguage('en')
  const html = await renderWithStoredAccounts({ areLoaded: false })
  expect(html).toContain(t('orders.empty.title'))
  expect(html).not.toContain(t('orders.empty.noAccount'))
})
