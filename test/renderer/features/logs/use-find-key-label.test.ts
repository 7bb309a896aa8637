import { expect, onTestFinished, test } from 'vitest'
import { useFindKeyLabel } from '#renderer/features/logs/useFindKeyLabel.ts'
import { useAccounts } from '#renderer/stores/accounts-and-selection.ts'
import { startSimulatorRig } from '#test/main-process-rig.ts'
import { connectRigBridge } from '#test/renderer/bridge-to-main-process-rig.ts'
import { runInSetup } from '#test/renderer/run-in-setup.ts'

test('No key of a log entry counts as removed before the accounts are loaded', async () => {
  const rig = await startSimulatorRig({ world: { users: [{ name: 'one', keys: [{ token: 'token-of-one' }] }] } })
  onTestFinished(() => rig.close())
  const { keys } = await rig.addAccount('One', ['token-of-one'])
  connectRigBridge(rig)
  const { made, leave } = runInSetup(() => ({ accounts: useAccounts(), labelOf: useFindKeyLabel() }))
  onTestFinished(leave)
  const keyId = keys[0]?.id ?? ''
  expect(made.labelOf(keyId)).toBe('')
  await made.accounts.load()
  expect(made.labelOf(keyId)).toBe(keys[0]?.label)
  expect(made.labelOf('another')).toBeNull()
})
