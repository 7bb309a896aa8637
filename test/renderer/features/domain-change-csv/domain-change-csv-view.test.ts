import { NMessageProvider } from 'naive-ui'
import { createPinia } from 'pinia'
import { createSSRApp, h } from 'vue'
import { createMemoryHistory, createRouter } from 'vue-router'
import { renderToString } from 'vue/server-renderer'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { DomainRow } from '#shared/ipc/inventory.ts'
import DomainChangeCsvView from '#renderer/features/domain-change-csv/DomainChangeCsvView.vue'
import { useDomainSelection } from '#renderer/stores/domain-selection.ts'
import { i18n } from '#renderer/text/i18n.ts'
import { startSimulatorRig, type SimulatorRig } from '#test/main-process-rig.ts'
import { connectRigBridge } from '#test/renderer/bridge-to-main-process-rig.ts'

let rig: SimulatorRig
beforeAll(async () => {
  rig = await startSimulatorRig()
  connectRigBridge(rig)
})
afterAll(() => rig.close())

async function render(isForSelected: boolean): Promise<string> {
  i18n.global.locale.value = 'en'
  Object.assign(globalThis, { window: { ...globalThis.window, history: { state: null } } })
  const pinia = createPinia()
  useDomainSelection(pinia).setSelected([{ accountId: 'a', name: 'one.com' } as DomainRow], true)
  const router = createRouter({ history: createMemoryHistory(), routes: [{ path: '/', component: {} }] })
  const app = createSSRApp({
    render: () => h(NMessageProvider, null, { default: () => h(DomainChangeCsvView, { isForSelected }) }),
  })
  return renderToString(app.use(i18n).use(pinia).use(router))
}

test('A domain of any account may be named in a CSV file only if the file is not limited to the selected domains', async () => {
  expect(await render(false)).toContain('Each line names a domain of any account')
  const html = await render(true)
  expect(html).toContain('Each line names a selected domain')
  expect(html).not.toContain('a domain of any account')
})
