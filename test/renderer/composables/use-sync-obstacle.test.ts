import { expect, onTestFinished, test } from 'vitest'
import { useSyncObstacle } from '#renderer/composables/useSyncObstacle.ts'
import { useAccounts } from '#renderer/stores/accounts-and-selection.ts'
import { useAppState } from '#renderer/stores/app-state.ts'
import { startSimulatorRig } from '#test/main-process-rig.ts'
import { connectRigBridge } from '#test/renderer/bridge-to-main-process-rig.ts'
import { runInSetup } from '#test/renderer/run-in-setup.ts'
import { setMessageLanguage } from '#test/renderer/set-message-language.ts'

async function start() {
  const users = ['one', 'two'].map((name) => ({ name, keys: [{ token: `token-of-${name}` }] }))
  const rig = await startSimulatorRig({ world: { users } })
  onTestFinished(() => rig.close())
  connectRigBridge(rig)
  setMessageLanguage('en')
  const { made, leave } = runInSetup(() => ({
    obstacle: useSyncObstacle(),
    accounts: useAccounts(),
    app: useAppState(),
  }))
  onTestFinished(leave)
  return { rig, ...made }
}

test('A sync that would send nothing is not offered: offline, paused, without a usable key', async () => {
  const { rig, ...made } = await start()
  await made.accounts.load()
  expect(made.obstacle(null)).toBe('No accounts to sync yet.')
  const { id: one, keys } = await rig.addAccount('one', ['token-of-one'])
  const { id: two } = await rig.addAccount('two', ['token-of-two'])
  await rig.call('accounts.removeKey', { accountId: one, keyId: keys[0]?.id ?? '' })
  await made.accounts.load()
  expect(made.obstacle([one])).toContain('The account has no usable key')
  expect(made.obstacle(null)).toBeNull()
  await rig.call('accounts.update', { accountId: two, isPaused: true })
  await made.accounts.load()
  expect(made.obstacle([two])).toBe('The account is paused.')
  expect(made.obstacle([one, two])).toContain('The account has no usable key')
  await made.app.saveSettings({ isOffline: true })
  expect(made.obstacle([two])).toBe('Working offline. Go online to sync.')
})

test('Banto is not said to have no accounts before they are loaded, or because one was removed', async () => {
  const { rig, accounts, obstacle } = await start()
  const { id: one } = await rig.addAccount('one', ['token-of-one'])
  await rig.addAccount('two', ['token-of-two'])
  expect(obstacle(null)).toBe('Reading…')
  await accounts.load()
  expect(obstacle([one])).toBeNull()
  await rig.call('accounts.remove', { accountId: one })
  await accounts.load()
  expect(obstacle([one])).toBe('Account not in Banto')
})
