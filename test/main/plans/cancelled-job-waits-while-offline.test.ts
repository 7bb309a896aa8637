import { expect, test } from 'vitest'
import { systemClock } from '#main/clock.ts'
import { createARecordInput, startPlansRig } from './plans-rig.ts'

test('A cancelled job that has to read a domain again waits while Banto is offline, and has no minutes left', async () => {
  const rig = await startPlansRig({ clock: systemClock })
  const operation = { kind: 'add_record', record: createARecordInput('new', '192.0.2.50') } as const
  const plan = await rig.create({ kind: 'record_operation', operation })
  rig.simulator.faults.add({ match: { method: 'POST' }, times: 1, fault: { kind: 'reset-before' } })
  const jobId = await rig.start(plan)
  // The lost request may still be executed for some minutes, so that the next reading has a time.
  await expect.poll(async () => (await rig.call('jobs.items', { jobId, limit: 1 })).rows[0]?.runAgainAt).not.toBeNull()
  await rig.call('jobs.cancel', { jobId })
  await rig.call('app.saveSettings', { isOffline: true })
  expect(await rig.job(jobId)).toMatchObject({
    state: 'waiting',
    expectedEndAt: null,
    waitingAccounts: [{ openItems: 1, checkingItems: 1, error: { kind: 'offline' } }],
  })
  await rig.call('app.saveSettings', { isOffline: false })
  await expect.poll(async () => (await rig.job(jobId)).waitingAccounts).toEqual([])
})
