import { createPinia } from 'pinia'
import { createSSRApp, h } from 'vue'
import { renderToString } from 'vue/server-renderer'
import { expect, onTestFinished, test } from 'vitest'
import ServerMemo from '#renderer/features/servers/ServerMemo.vue'
import { useAccounts } from '#renderer/stores/accounts-and-selection.ts'
import { i18n } from '#renderer/text/i18n.ts'
import { startSimulatorRig } from '#test/main-process-rig.ts'
import { connectRigBridge } from '#test/renderer/bridge-to-main-process-rig.ts'
import { setMessageLanguage } from '#test/renderer/set-message-language.ts'

const name = 'sv1.simulator.example'
const withServer = { name: 'one', keys: [{ token: 'first-key' }], servers: [{ servername: name, server_id: 'sv1' }] }

/** Renders the memo of a server that was read while its account existed. */
async function renderMemo({ loadsAccounts, isRemoved }: { loadsAccounts: boolean; isRemoved: boolean }) {
  const rig = await startSimulatorRig({ world: { users: [withServer] } })
  onTestFinished(() => rig.close())
  connectRigBridge(rig)
  const { id: accountId } = await rig.addAccount('One', ['first-key'])
  await rig.call('sync.start', { accountIds: [accountId] })
  await expect.poll(() => rig.answer('inventory.server', { accountId, name })).toMatchObject({ ok: true })
  const { row } = await rig.call('inventory.server', { accountId, name })
  if (isRemoved) await rig.call('accounts.remove', { accountId })
  setMessageLanguage('en')
  const nothing = Object.assign(new EventTarget(), { matches: false })
  Object.assign(window, { matchMedia: () => nothing })
  const pinia = createPinia()
  if (loadsAccounts) await useAccounts(pinia).load()
  const app = createSSRApp({ render: () => h(ServerMemo, { row }) })
  return renderToString(app.use(i18n).use(pinia).provide('n-message-api', {}))
}

test('The memo of a server blames no key while the accounts are not loaded', async () => {
  expect(await renderMemo({ loadsAccounts: false, isRemoved: false })).not.toContain('No key of')
})

test('The memo of a server whose account was removed meanwhile says so, and blames no key', async () => {
  const shown = await renderMemo({ loadsAccounts: true, isRemoved: true })
  expect(shown).toContain('Banto does not have the account of this server any more.')
  expect(shown).not.toContain('No key of')
})
