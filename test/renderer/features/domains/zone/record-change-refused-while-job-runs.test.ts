import { expect, onTestFinished, test } from 'vitest'
import type { AppError } from '#shared/app-error.ts'
import { useSendRecordChange } from '#renderer/features/domains/zone/useSendRecordChange.ts'
import { useJobs } from '#renderer/stores/jobs.ts'
import { describeError } from '#renderer/ui/notices/describe-error.ts'
import { createARecordInput, domain, startPlansRig } from '#test/main/plans/plans-rig.ts'
import { connectRigBridge } from '#test/renderer/bridge-to-main-process-rig.ts'
import { runInSetup } from '#test/renderer/run-in-setup.ts'
import { setMessageLanguage } from '#test/renderer/set-message-language.ts'

test('A record change that was refused while a job changed the domain says to wait for the domain, until the job has ended', async () => {
  setMessageLanguage('en')
  const rig = await startPlansRig()
  const record = createARecordInput('new', '192.0.2.50')
  const plan = await rig.create({ kind: 'record_operation', operation: { kind: 'add_record', record } })
  rig.simulator.faults.add({ match: { method: 'POST' }, times: 1, fault: { kind: 'late', ms: 100 } })
  const jobId = await rig.start(plan)
  await expect.poll(async () => (await rig.job(jobId)).counts.checking).toBe(1)
  connectRigBridge(rig)
  const zone = { accountId: rig.accountId, domain, zone: null, zoneReadAt: null }
  const on = { showZone: () => undefined, found: () => undefined }
  const { made, leave } = runInSetup(() => ({ jobs: useJobs(), editor: useSendRecordChange(zone, on) }))
  onTestFinished(leave)
  await made.jobs.listen()
  await made.editor.send({ kind: 'add', after: record })
  expect(made.editor.failure.value?.error).toMatchObject({ kind: 'open_job', details: { jobId } })
  const { title, remedy } = describeError(made.editor.failure.value?.error as AppError)
  expect(title).toBe('Not sent, because a job was changing this domain')
  // The job may go on for hours with other domains.
  expect(remedy).toContain('when the job has finished this domain')
  await rig.untilEnded(jobId)
  await made.jobs.listen()
  expect(made.editor.failure.value).toBeNull()
})
