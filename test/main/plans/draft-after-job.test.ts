import { expect, test } from 'vitest'
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
