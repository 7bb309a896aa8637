import { expect, test } from 'vitest'
import { dayMs } from '#shared/durations.ts'
import { createDomainSnapshotStore, type NewDomainSnapshot } from '#main/snapshots/domain-snapshot-store.ts'
import { createRecordInput, domainWithTwoRecords, startSyncedZonesRig } from '#test/main/change-log/synced-zones-rig.ts'
import { temporaryDatabase } from '#test/temporary-database.ts'

test('A snapshot by the user holds the zone as the service shows it now, and the inventory does, too', async () => {
  const { rig, accountId } = await startSyncedZonesRig()
  const records = rig.simulator.world.users[0]?.domains.get(domainWithTwoRecords)?.records
  const [first] = records?.values() ?? []
  if (first) Object.assign(first, { content: '192.0.2.11' })
  const snapshot = await rig.call('snapshots.create', { accountId, domain: domainWithTwoRecords })
  expect(snapshot).toMatchObject({ reason: 'by_user', jobId: null, nameservers: null, whois: null, lock: null })
  expect(snapshot.records?.map(({ content }) => content)).toEqual(['192.0.2.11', '192.0.2.20'])
  expect((await rig.call('dns.zone', { accountId, domain: domainWithTwoRecords })).data).toEqual(snapshot.records)
  expect(await rig.call('snapshots.get', { snapshotId: snapshot.id })).toEqual(snapshot)
  expect(await rig.call('snapshots.list', { accountId, domain: domainWithTwoRecords })).toMatchObject([
    { id: snapshot.id, parts: ['records'], recordCount: 2 },
  ])
})

test('A snapshot that does not exist, and a domain that does not exist, are not found', async () => {
  const { rig, accountId } = await startSyncedZonesRig()
  await expect(rig.call('snapshots.get', { snapshotId: 'none' })).rejects.toMatchObject({ kind: 'not_found' })
  await expect(rig.call('snapshots.create', { accountId, domain: 'none.example' })).rejects.toMatchObject({
    kind: 'not_found',
  })
  expect(rig.simulator.ledger.requests).toEqual([])
})

test('A change that cannot be preceded by a snapshot is not sent', async () => {
  const { rig, accountId, apply } = await startSyncedZonesRig()
  await rig.restart(() => {
    const { DatabaseSync } = process.getBuiltinModule('node:sqlite')
    const database = new DatabaseSync(`${rig.profile}/banto.db`)
    database.exec(`create trigger full before insert on snapshot begin select raise(abort, 'no room'); end`)
    database.close()
  })
  const error = await apply({ kind: 'add', after: createRecordInput() })
  expect(error).toMatchObject({ kind: 'database_failed', details: { hasHappened: false } })
  expect(rig.simulator.ledger.requests.filter(({ method }) => method === 'POST')).toEqual([])
  expect((await rig.call('changeLog.list', { filter: { accountIds: [accountId] } })).rows).toEqual([])
})

test('Snapshots of the last 90 days are kept, and of older ones those among the newest 20 of the domain', () => {
  let now = Date.UTC(2026, 0, 1)
  let ids = 0
  const store = createDomainSnapshotStore({
    database: temporaryDatabase(),
    clock: { now: () => now },
    newId: () => `snapshot-${(ids += 1)}`,
  })
  const take = (count: number, domain = domainWithTwoRecords) => {
    const snapshot: NewDomainSnapshot = {
      accountId: 'a',
      domain,
      readAt: now,
      reason: 'before_change',
      jobId: 'job',
      nameservers: ['ns1.example'],
      lock: false,
    }
    for (let index = 0; index < count; index += 1) store.save(snapshot)
  }
  const kept = () => store.list('a', domainWithTwoRecords).length
  take(30)
  take(1, 'other.example')
  now += 90 * dayMs
  take(1)
  expect(kept()).toBe(31)
  now += 1
  take(1)
  expect(kept()).toBe(20)
  take(25)
  expect(kept()).toBe(27)
  expect(store.list('a', 'other.example')).toHaveLength(1)
  expect(store.list('a', domainWithTwoRecords)[0]).toMatchObject({ parts: ['nameservers', 'lock'], recordCount: null })
})
