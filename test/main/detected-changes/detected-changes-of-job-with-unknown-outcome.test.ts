import { expect, test } from 'vitest'
import { createRequestGate } from '#test/main/jobs/jobs-rig.ts'
import { domain, createARecordInput, newWwwAddress, startPlansRig } from '#test/main/plans/plans-rig.ts'

const elsewhere = ['ns1.elsewhere.example', 'ns2.elsewhere.example']

test.each([
  [
    'An added record',
    { kind: 'record_operation', operation: { kind: 'add_record', record: createARecordInput('new', '192.0.2.50') } },
    { field: 'record', before: null, after: { host: 'new' } },
  ],
  [
    'A removed record',
    { kind: 'record_operation', operation: { kind: 'remove_record', type: 'A', host: 'old', content: '192.0.2.99' } },
    { field: 'record', before: { host: 'old' }, after: null },
  ],
  ['A changed record', newWwwAddress, { field: 'record', after: { content: '192.0.2.21' } }],
  ['A change of name servers', { kind: 'nameservers', nameservers: elsewhere }, { after: elsewhere }],
  ['A lock', { kind: 'lock', locked: true }, { field: 'lock', after: true }],
] as const)(
  '%s that a job sent is shown as of unknown outcome until the job has found out the outcome, then as inferred',
  async (_title, source, values) => {
    const gate = createRequestGate(({ method }) => method !== 'GET')
    const rig = await startPlansRig({ onArrival: gate.onArrival })
    const { accountId } = rig
    const plan = await rig.create(source)
    gate.close()
    const jobId = await rig.start(plan)
    await expect.poll(gate.heldCount).toBe(1)
    await rig.call('jobs.pause', { jobId })
    await rig.restart(gate.open)
    const detailKinds = ['zone' as const, 'nameservers' as const, 'lock' as const]
    const detected = async () => {
      await rig.call('inventory.refreshDomain', { accountId, name: domain, detailKinds })
      return (await rig.call('detectedChanges.list', {})).rows
    }
    await expect.poll(async () => (await detected()).length).toBe(1)
    const [entry] = (await rig.call('changeLog.list', {})).rows
    const sentChange = { entryId: entry?.id, at: entry?.at }
    expect(entry?.result).toBe('unknown')
    expect(await detected()).toMatchObject([{ values, sentChange: { ...sentChange, certainty: 'unknown_outcome' } }])
    await rig.call('jobs.resume', { jobId })
    expect((await rig.untilEnded(jobId))[0]?.state).toBe('done')
    expect(await detected()).toMatchObject([{ values, sentChange: { ...sentChange, certainty: 'inferred' } }])
  },
)
