import { createPinia } from 'pinia'
import { createSSRApp, h, type Component } from 'vue'
import { renderToString } from 'vue/server-renderer'
import { createMemoryHistory, createRouter } from 'vue-router'
import { afterAll, beforeAll, expect, test } from 'vitest'
import CustomersView from '#renderer/features/customers/CustomersView.vue'
import CustomerView from '#renderer/features/customers/CustomerView.vue'
import { i18n } from '#renderer/text/i18n.ts'
import { startSimulatorRig, type SimulatorRig } from '#test/main-process-rig.ts'
import { connectRigBridge } from '#test/renderer/bridge-to-main-process-rig.ts'

let rig: SimulatorRig

beforeAll(async () => {
  rig = await startSimulatorRig({ world: { users: [] } })
  connectRigBridge(rig)
  const nothing = Object.assign(new EventTarget(), { matches: false })
  Object.assign(globalThis.window, { matchMedia: () => nothing })
})
afterAll(() => rig.close())

/** Renders a page before the main process has answered. */
function renderWhileLoading(page: Component, props: object): Promise<string> {
  const router = createRouter({ history: createMemoryHistory(), routes: [{ path: '/', component: page }] })
  const app = createSSRApp({ render: () => h(page, props) })
  // Naive UI collects its styles here, because there is no document.
  app.provide('@css-render/vue3-ssr', { styles: [], ids: new Set() })
  return renderToString(app.use(i18n).use(createPinia()).use(router).provide('n-message-api', {}))
}

test('The pages of the customers show placeholders of rows while they load', async () => {
  expect(await renderWhileLoading(CustomersView, {})).toContain('n-skeleton')
  expect(await renderWhileLoading(CustomerView, { name: 'Aoba' })).toContain('n-skeleton')
})
