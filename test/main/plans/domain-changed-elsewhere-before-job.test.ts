import { expect, test } from 'vitest'
import { createARecordInput, newWwwAddress, startPlansRig } from './plans-rig.ts'

test('A domain that was changed elsewhere so that the plan would be another one is left as it is', async () => {
  const rig = await startPlansRig()
  const plan = await rig.create(rig.edits([createARecordInput('@', '192.0.2.11')]))
  Object.assign(rig.served().records.get(4) as object, { content: '192.0.2.77' })
  const [item] = await rig.untilEnded(await rig.start(plan))
  expect(item?.state).toBe('replan')
  expect(new Set(item?.changes.map(({ result }) => result))).toEqual(new Set(['not_done']))
  expect(rig.writes()).toEqual([])
  expect(await rig.storedZone()).toContain('www A 192.0.2.77')
})

test('A change that was made elsewhere before the job is reported as not needed, and cannot be undone', async () => {
  const rig = await startPlansRig()
  const plan = await rig.create(newWwwAddress)
  Object.assign(rig.served().records.get(4) as object, { content: '192.0.2.21' })
  const jobId = await rig.start(plan)
  expect(await rig.untilEnded(jobId)).toMatchObject([{ state: 'not_needed', changes: [{ result: 'not_needed' }] }])
  expect(await rig.call('jobs.get', { jobId })).toMatchObject({ unfinished: 0, mayUndo: false })
  expect(rig.writes()).toEqual([])
})

test('A value that was replaced by another one elsewhere is not reported as already changed', async () => {
  const rig = await startPlansRig()
  const operation = { kind: 'replace_value', from: '192.0.2.10', to: '192.0.2.99' } as const
  const plan = await rig.create({ kind: 'record_operation', operation })
  for (const record of rig.served().records.values())
    if (record.content === operation.from) record.content = '192.0.2.55'
  expect(await rig.untilEnded(await rig.start(plan))).toMatchObject([{ state: 'replan' }])
  expect(rig.writes()).toEqual([])
})

test('A change elsewhere that the plan does not touch does not stop the run', async () => {
  const rig = await startPlansRig()
  const plan = await rig.create(newWwwAddress)
  rig.served().records.delete(3)
  expect((await rig.untilEnded(await rig.start(plan)))[0]?.state).toBe('done')
  expect(rig.writes()).toEqual(['PUT dns/4'])
})

test('A record that another program added under the same name and type after the plan stops the run before anything is sent', async () => {
  const rig = await startPlansRig()
  const plan = await rig.create(newWwwAddress)
  rig.served().records.set(90, { id: 90, type: 'A', host: 'www', content: '192.0.2.90', ttl: 3600, priority: 0 })
  const jobId = await rig.start(plan)
  expect(await rig.untilEnded(jobId)).toMatchObject([{ state: 'replan', changes: [{ result: 'not_done' }] }])
  expect(rig.writes()).toEqual([])
  // The current zone is stored, so that the next plan shows the record.
  expect(await rig.storedZone()).toContain('www A 192.0.2.90')
})

test('A record that another program added under the same name with another type does not stop the run', async () => {
  const rig = await startPlansRig()
  const plan = await rig.create(newWwwAddress)
  rig.served().records.set(90, { id: 90, type: 'TXT', host: 'www', content: 'hello', ttl: 3600, priority: 0 })
  expect((await rig.untilEnded(await rig.start(plan)))[0]?.state).toBe('done')
})

test.each([
  ['a CNAME record was added to the host of an address', 'A', 'CNAME', 'target.example.'],
  ['an address was added to the host of a CNAME record', 'CNAME', 'A', '192.0.2.90'],
] as const)(
  'A plan stops before anything is sent after %s, because a CNAME record has its name for itself',
  async (_, planned, added, content) => {
    const rig = await startPlansRig()
    const after = { ...createARecordInput('status', planned === 'A' ? '192.0.2.1' : 'target.example.'), type: planned }
    const plan = await rig.create({ kind: 'records', edits: [{ before: null, after }] })
    rig.served().records.set(90, { id: 90, type: added, host: 'status', content, ttl: 3600, priority: 0 })
    expect(await rig.untilEnded(await rig.start(plan))).toMatchObject([{ state: 'replan' }])
    expect(rig.writes()).toEqual([])
  },
)

test('A record to delete that was deleted elsewhere needs no call and no new plan, and the other changes are made', async () => {
  const rig = await startPlansRig()
  const plan = await rig.create({
    kind: 'records',
    edits: [
      { before: createARecordInput('old', '192.0.2.99'), after: null },
      { before: null, after: createARecordInput('new', '192.0.2.98') },
    ],
  })
  rig.served().records.delete(3)
  const [item] = await rig.untilEnded(await rig.start(plan))
  expect(item?.state).toBe('done')
  expect(item?.changes.map(({ change, result }) => [change.kind, result])).toEqual([
    ['delete', 'not_needed'],
    ['add', 'done'],
  ])
  expect(rig.writes()).toEqual(['POST dns'])
})

test('A record to delete that was replaced elsewhere needs a new plan', async () => {
  const rig = await startPlansRig()
  const plan = await rig.create({
    kind: 'records',
    edits: [
      { before: createARecordInput('old', '192.0.2.99'), after: null },
      { before: null, after: createARecordInput('new', '192.0.2.98') },
    ],
  })
  rig.served().records.delete(3)
  rig.served().records.set(90, { id: 90, type: 'A', host: 'old', content: '192.0.2.90', ttl: 3600, priority: 0 })
  expect(await rig.untilEnded(await rig.start(plan))).toMatchObject([{ state: 'replan' }])
  expect(rig.writes()).toEqual([])
})
