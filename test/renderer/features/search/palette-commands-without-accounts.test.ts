import { createMemoryHistory, createRouter } from 'vue-router'
import { expect, onTestFinished, test } from 'vitest'
import { usePaletteCommands } from '#renderer/features/search/usePaletteCommands.ts'
import { useAccounts } from '#renderer/stores/accounts-and-selection.ts'
import { startSimulatorRig } from '#test/main-process-rig.ts'
import { connectRigBridge } from '#test/renderer/bridge-to-main-process-rig.ts'
import { runInSetup } from '#test/renderer/run-in-setup.ts'

test('After the only account was removed, the palette still opens what is kept: spending and customers', async () => {
  const rig = await startSimulatorRig({ world: { users: [{ name: 'one', keys: [{ token: 'token-of-one' }] }] } })
  onTestFinished(() => rig.close())
  const { id: accountId } = await rig.addAccount('One', ['token-of-one'])
  await rig.call('accounts.remove', { accountId })
  connectRigBridge(rig)
  const router = createRouter({ history: createMemoryHistory(), routes: [{ path: '/', component: {} }] })
  const { made, leave } = runInSetup(
    () => ({ commands: usePaletteCommands(() => undefined), accounts: useAccounts() }),
    { plugins: [router] },
  )
  onTestFinished(leave)
  await made.accounts.load()
  const keys = made.commands.value.map(({ key }) => key)
  expect(keys).toEqual(expect.arrayContaining(['go-orders', 'go-orders-spending', 'go-customers']))
  expect(keys).not.toContain('gone-domains')
})
