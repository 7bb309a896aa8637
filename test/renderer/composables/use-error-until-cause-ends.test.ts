import { nextTick, shallowRef } from 'vue'
import { expect, onTestFinished, test } from 'vitest'
import { AppError } from '#shared/app-error.ts'
import { useAsyncData } from '#renderer/composables/useAsyncData.ts'
import { useErrorUntilCauseEnds } from '#renderer/composables/useErrorUntilCauseEnds.ts'
import { callReadEndpoint } from '#renderer/ipc-client.ts'
import { useAppState } from '#renderer/stores/app-state.ts'
import { startSimulatorRig } from '#test/main-process-rig.ts'
import { connectRigBridge } from '#test/renderer/bridge-to-main-process-rig.ts'
import { runInSetup } from '#test/renderer/run-in-setup.ts'

test('A reading that failed offline shows no error once the app is online, and is made again', async () => {
  const rig = await startSimulatorRig({ world: { users: [{ name: 'one', keys: [{ token: 'token-of-one' }] }] } })
  onTestFinished(() => rig.close())
  connectRigBridge(rig)
  const { id: accountId } = await rig.addAccount('one', ['token-of-one'])
  await rig.call('app.saveSettings', { isOffline: true })
  const { made, leave } = runInSetup(() => {
    const { data, error, isLoading, reload } = useAsyncData(() => callReadEndpoint(accountId, 'account.me', {}))
    return { data, isLoading, error: useErrorUntilCauseEnds(error, reload), app: useAppState() }
  })
  onTestFinished(leave)
  await made.app.refresh()
  await expect.poll(() => made.isLoading.value).toBe(false)
  expect(made.error.value).toMatchObject({ kind: 'offline' })

  await made.app.saveSettings({ isOffline: false })
  expect(made.error.value).toBeNull()
  await expect.poll(() => made.data.value).not.toBeNull()
})

test('A reading that failed to connect shows no error once the service is reached again, and is made again', async () => {
  const error = shallowRef<AppError | null>(new AppError('no_network', 'The connection failed'))
  let readings = 0
  const { made, leave } = runInSetup(() => ({
    error: useErrorUntilCauseEnds(error, () => (readings += 1)),
    app: useAppState(),
  }))
  onTestFinished(leave)
  expect(made.error.value).not.toBeNull()
  made.app.state = { ...made.app.state, reconnections: made.app.state.reconnections + 1 }
  await nextTick()
  expect(made.error.value).toBeNull()
  expect(readings).toBe(1)
})
