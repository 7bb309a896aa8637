import { expect, test } from 'vitest'
import { createRequestGate } from '#test/main/jobs/jobs-rig.ts'
import { createARecordInput, newWwwAddress, startPlansRig, type PlansRig } from './plans-rig.ts'

const nameservers = { kind: 'nameservers' as const, nameservers: ['ns1.elsewhere.example', 'ns2.elsewhere.example'] }
const addition = {
  kind: 'record_operation',
  operation: { kind: 'add_record', record: createARecordInput('new', '192.0.2.50') },
} as const

const logged = async (rig: PlansRig) =>
  (await rig.call('changeLog.list', { limit: 10 })).rows.map(({ change, result }) => `${change.kind} ${result}`)

async function startHeld(source: Parameters<PlansRig['create']>[0]) {
  const gate = createRequestGate(({ method }) => method !== 'GET')
  const rig = await startPlansRig({ onArrival: gate.onArrival })
  const plan = await rig.create(source)
  gate.close()
  const jobId = await rig.start(plan)
  await expect.poll(gate.heldCount).toBe(1)
  return { rig, gate, jobId }
}

test.each([
  ['nameservers', nameservers],
  ['change', newWwwAddress],
])(
  'A change of %s that a job sends is in the change history as being sent, and has one entry at its end',
  async (kind, source) => {
    const { rig, gate, jobId } = await startHeld(source)
    expect(await logged(rig)).toEqual([`${kind} sending`])
    gate.open()
    await rig.untilEnded(jobId)
    expect(await logged(rig)).toEqual([`${kind} done`])
  },
)

test('A change that a job sent before Banto ended has an unknown outcome until the job has found it out', async () => {
  const { rig, gate, jobId } = await startHeld(addition)
  await rig.call('jobs.pause', { jobId })
  await rig.restart(gate.open)
  expect(await logged(rig)).toEqual(['add unknown'])
  await rig.call('jobs.resume', { jobId })
  await rig.untilEnded(jobId)
  expect(await logged(rig)).toEqual(['add done'])
})

test('A change that the service refused for a limit is not in the change history while it waits to be sent again', async () => {
  const rig = await startPlansRig()
  const plan = await rig.create(addition)
  const headers = { 'Retry-After': '86400' }
  rig.simulator.faults.add({
    match: { method: 'POST' },
    times: 1,
    fault: { kind: 'status', status: 429, code: 'RATE_LIMIT_EXCEEDED', headers },
  })
  const jobId = await rig.start(plan)
  await expect.poll(() => rig.writes().length).toBe(1)
  await expect.poll(() => logged(rig)).toEqual([])
  await rig.call('jobs.cancel', { jobId })
  await rig.untilEnded(jobId)
  expect(await logged(rig)).toEqual([])
})
