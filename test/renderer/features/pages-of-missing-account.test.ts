import { createPinia } from 'pinia'
import { createSSRApp, h, type Component } from 'vue'
import { createMemoryHistory, createRouter } from 'vue-router'
import { renderToString } from 'vue/server-renderer'
import { expect, onTestFinished, test } from 'vitest'
import DomainView from '#renderer/features/domains/DomainView.vue'
import ServerView from '#renderer/features/servers/ServerView.vue'
import ZoneEditorView from '#renderer/features/zone-editor/ZoneEditorView.vue'
import { useAccounts } from '#renderer/stores/accounts-and-selection.ts'
import { i18n } from '#renderer/text/i18n.ts'
import { startSimulatorRig } from '#test/main-process-rig.ts'
import { connectRigBridge } from '#test/renderer/bridge-to-main-process-rig.ts'
import { setMessageLanguage } from '#test/renderer/set-message-language.ts'

const pages = [
  ['domain', DomainView, 'inventory.domain'],
  ['server', ServerView, 'inventory.server'],
  // It loads the domain after it was rendered.
  ['zone editor', ZoneEditorView, null],
] as const

async function start() {
  const domains = [{ domain_name: 'example.com' }]
  const rig = await startSimulatorRig({
    world: {
      users: [
        { name: 'first', keys: [{ token: 'first-key' }], domains },
        { name: 'second', keys: [{ token: 'second-key' }] },
      ],
    },
  })
  onTestFinished(() => rig.close())
  return { rig, bridge: connectRigBridge(rig) }
}

/** Renders a page when its commands are answered. */
async function render(page: Component, command: string | null, accountId: string, calls: string[]): Promise<string> {
  setMessageLanguage('en')
  const nothing = Object.assign(new EventTarget(), { matches: false })
  const listeners = { addEventListener: () => undefined, removeEventListener: () => undefined }
  Object.assign(window, { matchMedia: () => nothing, history: { state: {} }, ...listeners })
  const pinia = createPinia()
  await useAccounts(pinia).load()
  calls.length = 0
  const answered = async () => {
    if (command !== null) await expect.poll(() => calls).toContain(command)
    await new Promise((resolve) => setTimeout(resolve, 300))
  }
  const router = createRouter({ history: createMemoryHistory(), routes: [{ path: '/', component: {} }] })
  const waiting = { ...page, serverPrefetch: answered }
  const app = createSSRApp({ render: () => h(waiting, { accountId, name: 'example.com', tab: null }) })
  return renderToString(app.use(i18n).use(pinia).use(router).provide('n-message-api', {}))
}

test.each(pages)(
  'The page of a %s says that its account is missing, and not that the account is to be synced',
  async (_name, page, command) => {
    const { rig, bridge } = await start()
    const { id } = await rig.addAccount('First', ['first-key'])
    await rig.call('accounts.remove', { accountId: id })
    const shown = await render(page, command, id, bridge.calls)
    const sentences = ['Sync the account', 'No key of', 'This account is not in Banto.']
    expect(sentences.filter((sentence) => shown.includes(sentence))).toEqual(['This account is not in Banto.'])
  },
)

test('The page of a domain of an account that Banto has says that the domain is not stored', async () => {
  const { rig, bridge } = await start()
  const { id } = await rig.addAccount('First', ['first-key'])
  expect(await render(DomainView, 'inventory.domain', id, bridge.calls)).toContain('This domain is not stored')
})
