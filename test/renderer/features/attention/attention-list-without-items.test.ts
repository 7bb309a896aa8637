import { createPinia, setActivePinia } from 'pinia'
import { createSSRApp } from 'vue'
import { createMemoryHistory, createRouter } from 'vue-router'
import { renderToString } from 'vue/server-renderer'
import { expect, onTestFinished, test } from 'vitest'
import AttentionList from '#renderer/features/attention/AttentionList.vue'
import { useAccounts } from '#renderer/stores/accounts-and-selection.ts'
import { i18n } from '#renderer/text/i18n.ts'
import type { WorldFile } from '#simulator/world-file-schema-and-parser.ts'
import { startSimulatorRig } from '#test/main-process-rig.ts'
import { connectRigBridge } from '#test/renderer/bridge-to-main-process-rig.ts'
import { setMessageLanguage } from '#test/renderer/set-message-language.ts'

type KeyServices = NonNullable<NonNullable<NonNullable<WorldFile['users']>[number]['keys']>[number]['services']>

async function renderWithKey(services: KeyServices): Promise<string> {
  const rig = await startSimulatorRig({
    world: { users: [{ name: 'user', keys: [{ token: 'a-key-of-the-account', services }] }] },
  })
  onTestFinished(() => rig.close())
  connectRigBridge(rig)
  await rig.addAccount('Account', ['a-key-of-the-account'])
  setMessageLanguage('en')
  const pinia = createPinia()
  setActivePinia(pinia)
  await useAccounts().load()
  const router = createRouter({ history: createMemoryHistory(), routes: [{ path: '/', component: {} }] })
  return renderToString(
    createSSRApp(AttentionList, { items: [], incompleteReason: null }).use(pinia).use(i18n).use(router),
  )
}

test('The overview says that nothing needs attention without a restriction if the keys may read all domains and servers', async () => {
  const shown = await renderWithKey({ domain: {}, server: {} })
  expect(shown).toContain('Nothing needs attention')
  expect(shown).not.toContain('may read')
})

test.each<[string, KeyServices]>([
  ['for servers only', { server: {} }],
  ['for domains only', { domain: {} }],
  ['for one domain', { domain: { target_mode: 'selected', targets: ['one.example'] }, server: {} }],
])(
  'The overview says that it leaves out domains and servers that no key may read, for a key %s',
  async (_, services) => {
    expect(await renderWithKey(services)).toContain('Domains and servers that no key may read are not included.')
  },
)
