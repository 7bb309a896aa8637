import { expect, onTestFinished, test } from 'vitest'
import { ref } from 'vue'
import { useAccountActions } from '#renderer/features/accounts/useAccountActions.ts'
import { useAppState } from '#renderer/stores/app-state.ts'
import { startSimulatorRig } from '#test/main-process-rig.ts'
import { connectRigBridge } from '#test/renderer/rig-bridge.ts'
import { runInSetup } from '#test/renderer/run-in-setup.ts'

test('A refusal of the service for one account is not shown on the page of another account', async () => {
  const rig = await startSimulatorRig({
    world: {
      users: [
        { name: 'one', keys: [{ token: 'token-of-one' }] },
        { name: 'two', keys: [{ token: 'token-of-two' }] },
      ],
    },
  })
  onTestFinished(() => rig.close())
  const one = await rig.addAccount('One', ['token-of-one'])
  const two = await rig.addAccount('Two', ['token-of-two'])
  connectRigBridge(rig)
  const shownId = ref(one.id)
  const { made: actions, leave } = runInSetup(() => useAccountActions(() => shownId.value))
  onTestFinished(leave)
  rig.simulator.faults.add({
    match: { token: 'token-of-one' },
    fault: { kind: 'status', status: 401, code: 'UNAUTHORIZED' },
  })
  const [key] = one.keys
  if (!key) throw new Error('The account has no key')
  const testing = actions.retest(key)
  shownId.value = two.id
  await testing
  expect(actions.error.value).toBeNull()
  shownId.value = one.id
  expect(actions.error.value).toMatchObject({ status: 401 })
})

test('The offline error of a key test disappears when the app is online again', async () => {
  const rig = await startSimulatorRig({ world: { users: [{ name: 'one', keys: [{ token: 'token-of-one' }] }] } })
  onTestFinished(() => rig.close())
  const { id, keys } = await rig.addAccount('One', ['token-of-one'])
  connectRigBridge(rig)
  const { made, leave } = runInSetup(() => ({ actions: useAccountActions(() => id), app: useAppState() }))
  onTestFinished(leave)
  const [key] = keys
  if (!key) throw new Error('The account has no key')
  await made.app.saveSettings({ isOffline: true })
  await made.actions.retest(key)
  expect(made.actions.error.value?.kind).toBe('offline')
  await made.app.saveSettings({ isOffline: false })
  expect(made.actions.error.value).toBeNull()
})
