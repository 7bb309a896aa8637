import { createPinia, setActivePinia } from 'pinia'
import { createSSRApp, h, type Component, type ComponentInternalInstance, type ComponentPublicInstance } from 'vue'
import { renderToString } from 'vue/server-renderer'
import { expect, onTestFinished, test } from 'vitest'
import DomainAndServerAttributeFilterPanel from '#renderer/features/list-tools/DomainAndServerAttributeFilterPanel.vue'
import { noAttributeFilters } from '#renderer/stores/create-list-filter-and-sort.ts'
import { i18n } from '#renderer/text/i18n.ts'
import { startSimulatorRig } from '#test/main-process-rig.ts'
import { connectRigBridge } from '#test/renderer/bridge-to-main-process-rig.ts'

interface PanelState {
  loadOptions(): Promise<void>
  servers: { label: string }[]
}

test('The domain list can be filtered by each stored server, also if there are more than fit in one page', async () => {
  const count = 501
  const servers = Array.from({ length: count }, (_, index) => ({ server_id: `s${String(index).padStart(3, '0')}` }))
  const rig = await startSimulatorRig({
    world: { users: [{ name: 'first', keys: [{ token: 'a-key-for-many-servers' }], servers }] },
  })
  onTestFinished(() => rig.close())
  const { id: accountId } = await rig.addAccount('First', ['a-key-for-many-servers'])
  await rig.call('sync.start', {})
  await expect
    .poll(async () => (await rig.call('inventory.servers', { filter: { accountIds: [accountId] } })).total)
    .toBe(count)
  connectRigBridge(rig)
  Object.assign(globalThis, { window: Object.assign(new EventTarget(), globalThis.window) })
  let offered: string[] = []
  // The panel needs a document, so only its options are loaded.
  const panel = {
    ...(DomainAndServerAttributeFilterPanel as Component),
    ssrRender: undefined,
    render: () => h('p'),
    async serverPrefetch(this: ComponentPublicInstance) {
      const { setupState } = this.$ as ComponentInternalInstance & { setupState: PanelState }
      await setupState.loadOptions()
      offered = setupState.servers.map(({ label }) => label)
    },
  }
  const pinia = createPinia()
  setActivePinia(pinia)
  const app = createSSRApp({ render: () => h(panel, { fields: ['tlds', 'server'], modelValue: noAttributeFilters }) })
  app.provide('@css-render/vue3-ssr', { styles: [], ids: new Set() })
  await renderToString(app.use(i18n).use(pinia))
  expect(offered).toHaveLength(count)
  expect(offered.at(-1)).toContain('s500.')
})
