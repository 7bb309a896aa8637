import { expect, onTestFinished, test } from 'vitest'
import { useIpcEventCounter } from '#renderer/composables/useIpcEventCounter.ts'
import { useJobs } from '#renderer/stores/jobs.ts'
import { startSimulatorRig } from '#test/main-process-rig.ts'
import { connectRigBridge } from '#test/renderer/bridge-to-main-process-rig.ts'
import { runInSetup } from '#test/renderer/run-in-setup.ts'

test('The counter rises with the event itself, not some time later', async () => {
  const rig = await startSimulatorRig({ world: { users: [] } })
  onTestFinished(() => rig.close())
  const bridge = connectRigBridge(rig)
  const { made, leave } = runInSetup(() => ({ jobs: useJobs(), rowsKey: useIpcEventCounter('jobs.changed') }))
  onTestFinished(leave)
  await made.jobs.listen()
  const before = made.rowsKey.value
  bridge.emit('jobs.changed', { jobs: [] })
  expect(made.rowsKey.value).toBe(before + 1)
})
