import { expect, test } from 'vitest'
import { hasSameRecordFields } from '#shared/dns/records/compare-two-records.ts'
import { pickRecordFields } from '#shared/dns/records/dns-record.ts'
import { domain, startPlansRig, type PlansRig } from './plans-rig.ts'

const added = { type: 'A', host: 'shop', content: '192.0.2.50', ttl: 3600, priority: 0 } as const
const unsent = { type: 'A', host: '', content: '', ttl: 3600, priority: 0 }

/** Stores a draft that adds the records to the zone as it is now. */
async function saveDraft(rig: PlansRig, records: readonly (typeof added | typeof unsent)[]): Promise<void> {
  const { accountId } = rig
  const { zone } = await rig.call('inventory.domain', { accountId, name: domain })
  const base = zone.data ?? []
  await rig.call('zoneDrafts.save', {
    accountId,
    domain,
    base,
    records: [
      ...base.map((record) => ({ ...record, baseId: record.id })),
      ...records.map((record) => ({ ...record, baseId: null })),
    ],
  })
}

const source = { kind: 'records', edits: [{ before: null, after: added }] } as const

test('A draft ends when its edits were sent, so that undoing the job does not bring them back', async () => {
  const rig = await startPlansRig()
  await saveDraft(rig, [added])
  const plan = await rig.create({ kind: 'records', edits: [...source.edits] })
  const jobId = await rig.start(plan)
  await rig.untilEnded(jobId)
  expect(await rig.call('zoneDrafts.get', { accountId: rig.accountId, domain })).toBeNull()
})

test('A draft with an edit that was not sent stays', async () => {
  const rig = await startPlansRig()
  await saveDraft(rig, [added, unsent])
  await rig.run({ kind: 'records', edits: [...source.edits] })
  expect(await rig.call('zoneDrafts.get', { accountId: rig.accountId, domain })).toMatchObject({
    records: expect.arrayContaining([{ ...unsent, baseId: null }]),
  })
})

test('A draft ends when a deleted record was changed into the added one, which saves a call', async () => {
  const rig = await startPlansRig()
  const { accountId } = rig
  const { zone } = await rig.call('inventory.domain', { accountId, name: domain })
  const base = zone.data ?? []
  const records = base.filter(({ host }) => host !== 'old').map((record) => ({ ...record, baseId: record.id }))
  const renewed = { ...added, host: 'old' }
  await rig.call('zoneDrafts.save', { accountId, domain, base, records: [...records, { ...renewed, baseId: null }] })
  const before = base.find(({ host }) => host === 'old')
  if (!before) throw new Error('The zone lacks the record')
  await rig.run({
    kind: 'records',
    edits: [
      { before: pickRecordFields(before), after: null },
      { before: null, after: renewed },
    ],
  })
  expect(rig.writes()).toHaveLength(1)
  expect(await rig.call('zoneDrafts.get', { accountId, domain })).toBeNull()
})

test('An edit that was sent leaves the draft, also when its record was changed elsewhere during the job', async () => {
  const rig: PlansRig = await startPlansRig({
    onArrival({ method }) {
      if (method !== 'POST') return
      for (const record of rig.served().records.values())
        if (record.host === 'www') Object.assign(record, { content: '192.0.2.77' })
    },
  })
  const { accountId } = rig
  const { zone } = await rig.call('inventory.domain', { accountId, name: domain })
  const base = zone.data ?? []
  const www = base.find(({ host }) => host === 'www')
  if (!www) throw new Error('The zone lacks the record')
  const moved = { ...pickRecordFields(www), type: 'A', content: '192.0.2.21' } as const
  const records = [
    ...base.map((record) => ({ ...(record.id === www.id ? moved : pickRecordFields(record)), baseId: record.id })),
    { ...added, baseId: null },
    { ...unsent, baseId: null },
  ]
  await rig.call('zoneDrafts.save', { accountId, domain, base, records })
  // The answer to the second change is lost, so that the job reads the zone again.
  rig.simulator.faults.add({ match: { method: 'POST' }, times: 1, fault: { kind: 'reset-after' } })
  const edits = [
    { before: pickRecordFields(www), after: moved },
    { before: null, after: added },
  ]
  await rig.run({ kind: 'records', edits })
  expect(await rig.storedZone()).toContain('www A 192.0.2.77')
  const draft = await rig.call('zoneDrafts.get', { accountId, domain })
  const edited = draft?.records.filter(({ baseId, ...record }) => {
    const of = draft.base.find(({ id }) => id === baseId)
    return !of || !hasSameRecordFields(of, record)
  })
  expect(edited).toEqual([{ ...unsent, baseId: null }])
})

test('A job that made none of the edits leaves the draft as it was begun, so that the editor can show what was changed elsewhere', async () => {
  const rig = await startPlansRig()
  const { accountId } = rig
  const { zone } = await rig.call('inventory.domain', { accountId, name: domain })
  const base = zone.data ?? []
  const [www, old] = ['www', 'old'].map((wanted) => base.find(({ host }) => host === wanted))
  if (!www || !old) throw new Error('The zone lacks the records')
  const moved = { ...pickRecordFields(www), type: 'A', content: '192.0.2.21' } as const
  const records = base
    .filter(({ id }) => id !== old.id)
    .map((record) => ({ ...(record.id === www.id ? moved : pickRecordFields(record)), baseId: record.id }))
  await rig.call('zoneDrafts.save', { accountId, domain, base, records })
  const before = await rig.call('zoneDrafts.get', { accountId, domain })
  const plan = await rig.create({
    kind: 'records',
    edits: [
      { before: pickRecordFields(www), after: moved },
      { before: pickRecordFields(old), after: null },
    ],
  })
  // Another program changes one of the records and deletes the other one.
  const served = rig.served().records
  for (const [id, record] of served) {
    if (record.host === 'www') Object.assign(record, { content: '192.0.2.77' })
    if (record.host === 'old') served.delete(id)
  }
  await rig.untilEnded(await rig.start(plan))
  expect(rig.writes()).toEqual([])
  expect(await rig.call('zoneDrafts.get', { accountId, domain })).toEqual(before)
})
