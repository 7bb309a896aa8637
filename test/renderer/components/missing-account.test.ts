import { createSSRApp } from 'vue'
import { createMemoryHistory, createRouter } from 'vue-router'
import { renderToString } from 'vue/server-renderer'
import { expect, onTestFinished, test } from 'vitest'
import type { Account } from '#shared/ipc/accounts.ts'
import MissingAccountState from '#renderer/components/MissingAccountState.vue'
import { useMissingAccountReason } from '#renderer/composables/useMissingAccountReason.ts'
import { useAccounts } from '#renderer/stores/accounts-and-selection.ts'
import { i18n } from '#renderer/text/i18n.ts'
import { startSimulatorRig } from '#test/main-process-rig.ts'
import { connectRigBridge } from '#test/renderer/bridge-to-main-process-rig.ts'
import { runInSetup } from '#test/renderer/run-in-setup.ts'
import { setMessageLanguage } from '#test/renderer/set-message-language.ts'

async function start() {
  const rig = await startSimulatorRig({
    world: { users: [{ name: 'first', keys: [{ token: 'first-key' }, { token: 'second-key' }] }] },
  })
  onTestFinished(() => rig.close())
  return { rig, bridge: connectRigBridge(rig) }
}

function startReason(accountId: string) {
  const { made, leave } = runInSetup(() => ({
    accounts: useAccounts(),
    reason: useMissingAccountReason(() => accountId),
  }))
  onTestFinished(leave)
  return made
}

function render(mergedInto: Account | null): Promise<string> {
  setMessageLanguage('en')
  const router = createRouter({ history: createMemoryHistory(), routes: [{ path: '/', component: {} }] })
  return renderToString(createSSRApp(MissingAccountState, { mergedInto }).use(i18n).use(router))
}

test('The account page says that an account is missing only if the accounts are loaded, and not that it was removed, because an older backup may lack it', async () => {
  const { bridge } = await start()
  const { accounts, reason } = startReason('missing')
  expect(reason.value).toBeNull()
  expect(bridge.calls).not.toContain('accounts.mergedInto')
  await accounts.load()
  await expect.poll(() => reason.value).toEqual({ mergedInto: null })
  expect(await render(null)).toContain('This account is not in Banto.')
})

test('The page of a merged account names the account into which it was merged', async () => {
  const { rig } = await start()
  const into = await rig.addAccount('Into', ['first-key'])
  const from = await rig.addAccount('From', ['second-key'])
  const { accounts, reason } = startReason(from.id)
  await accounts.load()
  await rig.call('accounts.merge', { accountId: into.id, fromAccountId: from.id })
  await accounts.load()
  await expect.poll(() => reason.value?.mergedInto?.id).toBe(into.id)
  const shown = await render(reason.value?.mergedInto ?? null)
  expect(shown).toContain('This account was merged into Into.')
  expect(shown).toContain('Open Into')
})
