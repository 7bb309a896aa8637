import { createPinia, setActivePinia } from 'pinia'
import { expect, onTestFinished, test } from 'vitest'
import { AppError } from '#shared/app-error.ts'
import { useAccounts } from '#renderer/stores/accounts-and-selection.ts'
import { startMainRig } from '#test/main-process-rig.ts'
import { connectRigBridge } from '#test/renderer/bridge-to-main-process-rig.ts'

test('Accounts that main sends end the error of an earlier reading of the accounts', async () => {
  const rig = await startMainRig()
  onTestFinished(() => rig.close())
  const bridge = connectRigBridge(rig)
  setActivePinia(createPinia())
  const accounts = useAccounts()
  await accounts.listen()
  accounts.error = new AppError('database_failed', 'No')
  bridge.emit('accounts.changed', await rig.call('accounts.list', null))
  expect(accounts.error).toBeNull()
})
