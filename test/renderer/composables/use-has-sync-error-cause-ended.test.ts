import { expect, onTestFinished, test } from 'vitest'
import { useHasSyncErrorCauseEnded } from '#renderer/composables/useHasSyncErrorCauseEnded.ts'
import { useAccounts } from '#renderer/stores/accounts-and-selection.ts'
import { startSimulatorRig } from '#test/main-process-rig.ts'
import { connectRigBridge } from '#test/renderer/bridge-to-main-process-rig.ts'
import { runInSetup } from '#test/renderer/run-in-setup.ts'

async function open() {
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
  return { rig, accountId, keyId: keys[0]?.id ?? '', hasEnded: made.hasEnded, syncError }
}

test('The error of a sync whose key was refused ends when the key works, also while the account is paused', async () => {
  const { rig, accountId, keyId, hasEnded, syncError } = await open()
  const refused = await syncError()
  expect(refused && hasEnded(accountId, refused)).toBe(false)
  rig.simulator.faults.clear()
  await rig.call('accounts.update', { accountId, isPaused: true })
  await rig.call('accounts.retestKey', { accountId, keyId })
  const kept = await syncError()
  expect(kept).toMatchObject({ kind: 'service', status: 401 })
  expect(kept && hasEnded(accountId, kept)).toBe(true)
})

test('The error of a sync without a usable key ends when the key works, also while the account is paused', async () => {
  const { rig, accountId, keyId, hasEnded, syncError } = await open()
  await rig.call('sync.start', { accountIds: [accountId] })
  await expect.poll(async () => (await syncError())?.kind).toBe('no_key')
  const refused = await syncError()
  expect(refused && hasEnded(accountId, refused)).toBe(false)
  rig.simulator.faults.clear()
  await rig.call('accounts.update', { accountId, isPaused: true })
  await rig.call('accounts.retestKey', { accountId, keyId })
  const kept = await syncError()
  expect(kept?.kind).toBe('no_key')
  expect(kept && hasEnded(accountId, kept)).toBe(true)
})
