import { expect, test } from 'vitest'
import { systemClock } from '#main/clock.ts'
import { createRequestGate } from '#test/main/jobs/jobs-rig.ts'
import { createARecordInput, domain, newWwwAddress, startPlansRig, zoneBefore } from './plans-rig.ts'

test('After the changes of a job, the records have the age of the reading before them', async () => {
  const rig = await startPlansRig()
  const [item] = await rig.run(newWwwAddress)
  expect(item?.state).toBe('done')
  const { readAt } = await rig.call('dns.zone', { accountId: rig.accountId, domain })
  const { rows } = await rig.call('detectedChanges.list', {})
  expect(rows).toMatchObject([{ values: { field: 'record' }, previousReadAt: readAt }])
  expect(readAt).toBeLessThan(rows[0]?.sentChange?.at ?? 0)
})

test('A job keeps records that a reading during the job showed, and adds what it changes after that reading', async () => {
  let additions = 0
  const gate = createRequestGate(({ method }) => method === 'POST' && ++additions === 2)
  const rig = await startPlansRig({ clock: systemClock, onArrival: gate.onArrival })
  const added = [createARecordInput('one', '192.0.2.51'), createARecordInput('two', '192.0.2.52')]
  const plan = await rig.create({ kind: 'records', edits: added.map((after) => ({ before: null, after })) })
  gate.close()
  const jobId = await rig.start(plan)
  await expect.poll(gate.heldCount).toBe(1)
  rig.served().records.set(90, { id: 90, type: 'A', host: 'other', content: '192.0.2.90', ttl: 3600, priority: 0 })
  await rig.call('inventory.refreshDomain', { accountId: rig.accountId, name: domain, detailKinds: ['zone'] })
  const { readAt } = await rig.call('dns.zone', { accountId: rig.accountId, domain })
  gate.open()
  expect(await rig.untilEnded(jobId)).toMatchObject([{ state: 'done' }])
  const zone = [...zoneBefore, 'one A 192.0.2.51', 'other A 192.0.2.90', 'two A 192.0.2.52'].sort()
  expect([rig.servedZone(), await rig.storedZone()]).toEqual([zone, zone])
  expect((await rig.call('dns.zone', { accountId: rig.accountId, domain })).readAt).toBe(readAt)
  const { rows } = await rig.call('detectedChanges.list', {})
  expect(rows.map(({ values, sentChange }) => [values, sentChange !== null])).toEqual(
    expect.arrayContaining([
      [expect.objectContaining({ before: null, after: expect.objectContaining({ host: 'one' }) }), true],
      [expect.objectContaining({ before: null, after: expect.objectContaining({ host: 'two' }) }), true],
      [expect.objectContaining({ before: null, after: expect.objectContaining({ host: 'other' }) }), false],
    ]),
  )
  expect(rows).toHaveLength(3)
})

test('After a change of one Whois field by a job, the Whois has the age of the reading before it', async () => {
  const rig = await startPlansRig()
  await rig.run({ kind: 'csv', text: `${domain},whois_privacy,off` })
  const { whois } = await rig.call('inventory.domain', { accountId: rig.accountId, name: domain })
  expect(whois.data).toMatchObject({ whois_privacy: false })
  const { rows } = await rig.call('detectedChanges.list', {})
  expect(rows).toMatchObject([{ values: { field: 'whois_privacy' }, previousReadAt: whois.readAt }])
  expect(whois.readAt).toBeLessThan(rows[0]?.sentChange?.at ?? 0)
})
