import { createMemoryHistory, createRouter } from 'vue-router'
import { expect, onTestFinished, test } from 'vitest'
import { usePaletteCommands } from '#renderer/features/search/usePaletteCommands.ts'
import { useAccounts } from '#renderer/stores/accounts-and-selection.ts'
import { useAppState } from '#renderer/stores/app-state.ts'
import { useSavedViews } from '#renderer/stores/saved-views.ts'
import { i18n } from '#renderer/text/i18n.ts'
import { startSimulatorRig } from '#test/main-process-rig.ts'
import { connectRigBridge } from '#test/renderer/bridge-to-main-process-rig.ts'
import { runInSetup } from '#test/renderer/run-in-setup.ts'

test('The command of a saved view warns for some seconds of an account that no longer exists', async () => {
  const users = ['one', 'two'].map((name) => ({ name, keys: [{ token: `token-of-${name}` }] }))
  const rig = await startSimulatorRig({ world: { users } })
  onTestFinished(() => rig.close())
  const one = await rig.addAccount('One', ['token-of-one'])
  await rig.addAccount('Two', ['token-of-two'])
  connectRigBridge(rig)
  i18n.global.locale.value = 'en'
  const routes = ['domains', 'servers'].map((name) => ({ path: `/${name}`, name, component: {} }))
  const router = createRouter({ history: createMemoryHistory(), routes })
  const warnings: string[] = []
  const { made, leave } = runInSetup(
    () => ({
      commands: usePaletteCommands((sentence) => warnings.push(sentence)),
      accounts: useAccounts(),
      app: useAppState(),
      views: useSavedViews(),
    }),
    { plugins: [router] },
  )
  onTestFinished(leave)
  await made.accounts.load()
  made.accounts.select([one.id])
  await made.views.save('domains', 'Only one')
  await rig.call('accounts.remove', { accountId: one.id })
  await made.accounts.load()
  await made.commands.value.find(({ key }) => key.startsWith('view-'))?.run()
  expect(warnings).toEqual(['The account of the view was removed or merged into another one. All accounts are shown.'])
  expect(made.app.notices).toEqual([])
  expect(router.currentRoute.value.name).toBe('domains')
})
