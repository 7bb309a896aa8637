import { expect, onTestFinished, test } from 'vitest'
import { useHasSyncErrorCauseEnded } from '#renderer/composables/useHasSyncErrorCauseEnded.ts'
import { useAccounts } from '#renderer/stores/accounts-and-selection.ts'
import { startSimulatorRig } from '#test/main-process-rig.ts'
import { connectRigBridge } from '#test/renderer/bridge-to-main-process-rig.ts'
import { runInSetup } from '#test/renderer/run-in-setup.ts'

test('The error of a sync without a usable key ends when the key works, also while the account is paused', async () => {
  const rig = await startSimulatorRig({ world: { users: [{ name: 'one', keys: [{ token: 'token-of-one' }] }] } })
  onTestFinished(() => rig.close())
  const { id: accountId, keys } = await rig.addAccount('One', ['token-of-one'])
  connectRigBridge(rig)
  const { made, leave } = runInSetup(() => ({ accounts: useAccounts(), hasEnded: useHasSyncErrorCauseEnded() }))
  onTestFinished(leave)
  const syncError = async () => {
    await made.accounts.load()
    return made.accounts.byId(accountId)?.syncError ?? null
  }
  rig.simulator.faults.add({ fault: { kind: 'status', status: 401, code: 'UNAUTHORIZED' } })
  await rig.call('sync.start', { accountIds: [accountId] })
  await expect.poll(async () => (await syncError())?.kind).toBe('service')
  await rig.call('sync.start', { accountIds: [accountId] })
  await expect.poll(async () => (await syncError())?.kind).toBe('no_key')
  const refused = await syncError()
  expect(refused && made.hasEnded(accountId, refused)).toBe(false)
  rig.simulator.faults.clear()
  await rig.call('accounts.update', { accountId, isPaused: true })
  await rig.call('accounts.retestKey', { accountId, keyId: keys[0]?.id ?? '' })
  const kept = await syncError()
  expect(kept?.kind).toBe('no_key')
  expect(kept && made.hasEnded(accountId, kept)).toBe(true)
})
