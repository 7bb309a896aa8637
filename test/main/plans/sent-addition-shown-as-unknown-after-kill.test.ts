import { expect, test } from 'vitest'
import { systemClock } from '#main/clock.ts'
import { createRequestGate } from '#test/main/jobs/jobs-rig.ts'
import { copyDatabaseAsLeftByKill } from '#test/main/copy-database-as-left-by-kill.ts'
import { createARecordInput, startPlansRig } from './plans-rig.ts'

test('An addition that was sent before the app was killed is not called unsent while its domain cannot be read', async () => {
  const gate = createRequestGate(({ method }) => method === 'POST')
  const rig = await startPlansRig({ clock: systemClock, onArrival: gate.onArrival })
  const plan = await rig.create({
    kind: 'record_operation',
    operation: { kind: 'add_record', record: createARecordInput('new', '192.0.2.50') },
  })
  gate.close()
  const jobId = await rig.start(plan)
  await expect.poll(gate.heldCount).toBe(1)
  const restoreDatabase = copyDatabaseAsLeftByKill(rig.profile)
  await rig.restart(() => {
    restoreDatabase()
    gate.open()
    const refusal = { kind: 'status', status: 429, headers: { 'Retry-After': '900' } } as const
    rig.simulator.faults.add({ match: { method: 'GET', path: '/dns$' }, fault: refusal })
  })
  const item = async () => (await rig.call('jobs.items', { jobId, limit: 1 })).rows[0]
  await expect.poll(async () => (await item())?.error?.kind).toBe('waits_for_limit')
  expect(rig.servedZone()).toContain('new A 192.0.2.50')
  expect((await item())?.changes).toMatchObject([{ result: 'unknown' }])
})

test('An addition that was sent before the app was killed is not called in progress while its job is paused', async () => {
  const gate = createRequestGate(({ method }) => method === 'POST')
  const rig = await startPlansRig({ clock: systemClock, onArrival: gate.onArrival })
  const plan = await rig.create({
    kind: 'record_operation',
    operation: { kind: 'add_record', record: createARecordInput('new', '192.0.2.50') },
  })
  gate.close()
  const jobId = await rig.start(plan)
  await expect.poll(gate.heldCount).toBe(1)
  await rig.call('jobs.pause', { jobId })
  const restoreDatabase = copyDatabaseAsLeftByKill(rig.profile)
  await rig.restart(() => {
    restoreDatabase()
    gate.open()
  })
  expect(await rig.job(jobId)).toMatchObject({ state: 'paused', counts: { running: 0, checking: 1 } })
  const [item] = (await rig.call('jobs.items', { jobId, limit: 1 })).rows
  expect(item).toMatchObject({ state: 'checking', changes: [{ result: 'unknown' }] })
})
