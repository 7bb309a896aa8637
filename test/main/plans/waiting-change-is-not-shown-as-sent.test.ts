import { expect, test } from 'vitest'
import { systemClock } from '#main/clock.ts'
import { createRequestGate } from '#test/main/jobs/jobs-rig.ts'
import { domain, createARecordInput, exampleDomain, newWwwAddress, startPlansRig } from './plans-rig.ts'

const other = 'example.net'
const longWait = { kind: 'status', status: 429, headers: { 'Retry-After': '900' } } as const

/** A job of which the only change of `example.com` waits for a limit. No change was sent. */
async function startWaitingJob() {
  const gate = createRequestGate(({ method, path }) => method === 'GET' && path.includes(domain))
  const rig = await startPlansRig({
    clock: systemClock,
    domains: [exampleDomain, { domain_name: other, records: exampleDomain.records ?? [] }],
    onArrival: gate.onArrival,
  })
  const plan = await rig.create(newWwwAddress, [domain, other])
  rig.simulator.faults.add({ match: { method: 'GET', path: `${other}/dns$` }, fault: longWait })
  gate.close()
  const jobId = await rig.start(plan)
  await expect.poll(gate.heldCount).toBe(1)
  await expect.poll(() => rig.calls().length).toBe(2)
  gate.open()
  const items = async () => (await rig.call('jobs.items', { jobId, limit: 2 })).rows
  await expect.poll(async () => (await rig.job(jobId)).waitingAccounts[0]?.openItems).toBe(2)
  await expect.poll(async () => (await items())[0]?.snapshotId).not.toBeNull()
  return { rig, jobId, items }
}

test('A change whose call waited for a limit when its job was paused and cancelled is never shown as sent', async () => {
  const { rig, jobId, items } = await startWaitingJob()
  const notSent = { unconfirmed: null, changes: [{ result: 'waiting' }] }
  expect(await items()).toMatchObject([notSent, notSent])
  await rig.call('jobs.pause', { jobId })
  await expect.poll(async () => (await items())[0]?.state).toBe('waiting')
  expect(await items()).toMatchObject([notSent, notSent])
  await rig.call('jobs.cancel', { jobId })
  // Nothing has to be found out, so the job does not wait for the limit to read the domain again.
  await expect.poll(async () => (await rig.job(jobId)).state).toBe('ended')
  const cancelled = { state: 'cancelled', unconfirmed: null, changes: [{ result: 'not_done' }] }
  expect(await items()).toMatchObject([cancelled, cancelled])
  expect(rig.writes()).toEqual([])
})

test('A change that the service has refused because of its limit is not shown as sent, also when its job is paused', async () => {
  const rig = await startPlansRig({ clock: systemClock })
  const plan = await rig.create(newWwwAddress)
  rig.simulator.faults.add({ match: { method: 'PUT' }, fault: longWait })
  const jobId = await rig.start(plan)
  const item = async () => (await rig.call('jobs.items', { jobId, limit: 1 })).rows[0]
  await expect.poll(async () => (await rig.job(jobId)).waitingAccounts[0]?.error.kind).toBe('waits_for_limit')
  const notSent = { unconfirmed: null, changes: [{ result: 'waiting' }] }
  expect(await item()).toMatchObject(notSent)
  await rig.call('jobs.pause', { jobId })
  await expect.poll(async () => (await item())?.state).toBe('waiting')
  expect(await item()).toMatchObject(notSent)
  await rig.call('jobs.cancel', { jobId })
  await expect.poll(async () => (await rig.job(jobId)).state).toBe('ended')
  expect(await item()).toMatchObject({ state: 'cancelled', unconfirmed: null, changes: [{ result: 'not_done' }] })
  expect((await rig.call('changeLog.list', { limit: 10 })).rows).toEqual([])
})

test('An addition that waited for a limit is sent again only after its late execution is ruled out, counted from its sending', async () => {
  const gate = createRequestGate(({ method, path }) => method === 'GET' && path.includes(domain))
  const rig = await startPlansRig({
    domains: [exampleDomain, { domain_name: other, records: [] }],
    onArrival: gate.onArrival,
  })
  const operation = { kind: 'add_record', record: createARecordInput('new', '192.0.2.50') } as const
  const plan = await rig.create({ kind: 'record_operation', operation }, [domain, other])
  // On the clock of the rig, this wait is longer than the time in which a lost request may still be executed.
  const wait = { ...longWait, headers: { 'Retry-After': '400' } }
  rig.simulator.faults.add({ match: { method: 'GET', path: `${other}/dns$` }, times: 1, fault: wait })
  // Executed two and a half minutes after its answer was lost.
  rig.simulator.faults.add({ match: { method: 'POST', path: domain }, times: 1, fault: { kind: 'late', ms: 300 } })
  gate.close()
  const jobId = await rig.start(plan)
  await expect.poll(() => rig.calls().length).toBe(2)
  gate.open()
  await rig.untilEnded(jobId)
  expect(rig.writes()).toEqual(['POST dns', 'POST dns'])
})
