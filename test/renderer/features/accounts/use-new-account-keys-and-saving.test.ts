import { expect, onTestFinished, test } from 'vitest'
import { createEmptyAccountDraft } from '#renderer/features/accounts/account-draft.ts'
import { useNewAccountKeysAndSaving } from '#renderer/features/accounts/useNewAccountKeysAndSaving.ts'
import { useAppState } from '#renderer/stores/app-state.ts'
import { createKeychainInMemory } from '#test/keychain-in-memory.ts'
import { startSimulatorRig } from '#test/main-process-rig.ts'
import { connectRigBridge } from '#test/renderer/bridge-to-main-process-rig.ts'
import { runInSetup } from '#test/renderer/run-in-setup.ts'

test('The error of an account that was not saved because of the keychain disappears when the keychain can be used', async () => {
  const open = createKeychainInMemory()
  let isLocked = false
  const rig = await startSimulatorRig({
    world: { users: [{ name: 'one', keys: [{ token: 'token-of-one' }] }] },
    secrets: {
      ...open,
      get: (id) => (isLocked ? Promise.resolve(null) : open.get(id)),
      set: (id, secret) => (isLocked ? Promise.reject(new Error('The keychain is locked')) : open.set(id, secret)),
    },
  })
  onTestFinished(() => rig.close())
  connectRigBridge(rig)
  const { made, leave } = runInSetup(() => ({
    form: useNewAccountKeysAndSaving((n) => `Key ${n}`),
    app: useAppState(),
  }))
  onTestFinished(leave)
  const trial = made.form.entries.value[0]?.trial
  if (!trial) throw new Error('The form has no key')
  trial.secret.value = 'token-of-one'
  await trial.attempt(rig.simulator.url, null)
  isLocked = true
  await made.form.save({ ...createEmptyAccountDraft([]), label: 'One' }, rig.simulator.url, null)
  await made.app.refresh()
  expect(made.form.error.value?.kind).toBe('keychain_locked')
  isLocked = false
  await made.app.checkKeychain()
  expect(made.form.error.value).toBeNull()
})

test('An account that was not saved because its key was tested too long ago shows this until the key is tested again', async () => {
  const rig = await startSimulatorRig({ world: { users: [{ name: 'one', keys: [{ token: 'token-of-one' }] }] } })
  onTestFinished(() => rig.close())
  connectRigBridge(rig)
  const { made: form, leave } = runInSetup(() => useNewAccountKeysAndSaving((n) => `Key ${n}`))
  onTestFinished(leave)
  const trial = form.entries.value[0]?.trial
  if (!trial) throw new Error('The form has no key')
  const test = async () => {
    trial.secret.value = 'token-of-one'
    await trial.attempt(rig.simulator.url, null)
  }
  const shownErrors = () => [form.error.value, trial.error.value].flatMap((error) => error?.details['what'] ?? [])
  await test()
  await rig.call('accounts.discardPendingKey', { pendingKeyId: trial.tried.value?.pendingKeyId ?? '' })
  await form.save({ ...createEmptyAccountDraft([]), label: 'One' }, rig.simulator.url, null)
  expect(shownErrors()).toEqual(['pendingKey'])
  await test()
  expect(trial.tried.value).not.toBeNull()
  expect(shownErrors()).toEqual([])
})
