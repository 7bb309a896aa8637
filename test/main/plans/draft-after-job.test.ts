import { expect, test } from 'vitest'
import { domain, startPlansRig, type PlansRig } from './plans-rig.ts'

const added = { type: 'A', host: 'shop', content: '192.0.2.50', ttl: 3600, priority: 0 } as const
const unsent = { type: 'A', host: '', content: '', ttl: 3600, priority: 0 }

/** Stores a draft that adds the records to the zone as it is now. */
async function saveDraft(rig: PlansRig, records: readonly (typeof added | typeof unsent)[]): Promise<void> {
  const { accountId } = rig
  const { zone } = await rig.call('inventory.domain', { accountId, name: domain })
  const base = zone.data ?? []
  await rig.call('drafts.save', {
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
  expect(await rig.call('drafts.get', { accountId: rig.accountId, domain })).toBeNull()
})

test('A draft with an edit that was not sent stays', async () => {
  const rig = await startPlansRig()
  await saveDraft(rig, [added, unsent])
  await rig.run({ kind: 'records', edits: [...source.edits] })
  expect(await rig.call('drafts.get', { accountId: rig.accountId, domain })).toMatchObject({
    records: expect.arrayContaining([{ ...unsent, baseId: null }]),
  })
})
