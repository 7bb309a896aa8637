import { expect, onTestFinished, test } from 'vitest'
import { useIpcEventCounter } from '#renderer/composables/useIpcEventCounter.ts'
import { useJob } from '#renderer/features/activity/jobs/useJob.ts'
import { newWwwAddress, startPlansRig } from '#test/main/plans/plans-rig.ts'
import { connectRigBridge } from '#test/renderer/bridge-to-main-process-rig.ts'
import { runInSetup } from '#test/renderer/run-in-setup.ts'

test('A job that the list does not contain is loaded again when a later job finishes its items', async () => {
  const rig = await startPlansRig()
  const fault = { kind: 'status', status: 422, code: 'VALIDATION_ERROR' } as const
  rig.simulator.faults.add({ match: { method: 'PUT' }, times: 1, fault })
  const jobId = await rig.start(await rig.create(newWwwAddress))
  await rig.untilEnded(jobId)
  const bridge = connectRigBridge(rig)
  const { made: job, leave } = runInSetup(() => useJob(jobId, useIpcEventCounter('jobs.changed')))
  onTestFinished(leave)
  await expect.poll(() => job.value?.unfinished).toBe(1)
  await rig.untilEnded(await rig.start(await rig.create({ kind: 'unfinished', jobId }, [])))
  bridge.emit('jobs.changed', { jobs: [] })
  await expect.poll(() => job.value?.unfinished).toBe(0)
})
