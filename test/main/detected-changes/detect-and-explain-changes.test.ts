import { expect, test } from 'vitest'
import type { SimulatedDomain } from '#simulator/world-state.ts'
import {
  createRecordInput,
  domainWithTwoRecords,
  startSyncedZonesRig,
  type SyncedZonesRig,
} from '#test/main/change-log/synced-zones-rig.ts'

const list = async ({ rig }: SyncedZonesRig, filter = {}) => (await rig.call('detectedChanges.list', { filter })).rows
const atService = ({ rig }: SyncedZonesRig) =>
  rig.simulator.world.owners.get(domainWithTwoRecords)?.domains.get(domainWithTwoRecords) as SimulatedDomain
const refresh = ({ rig, accountId }: SyncedZonesRig) =>
  rig.call('inventory.refreshDomain', {
    accountId,
    name: domainWithTwoRecords,
    detailKinds: ['detail', 'zone', 'nameservers', 'lock', 'whois'],
  })

test('The first sync of an account reveals no change', async () => {
  const history = await startSyncedZonesRig()
  expect(await list(history)).toEqual([])
})

test('A change that this app sent between the two readings explains what the newer reading shows', async () => {
  const history = await startSyncedZonesRig()
  const { rig, accountId, www, apply } = history
  await apply({ kind: 'add', after: createRecordInput() })
  await apply({ kind: 'change', before: www, after: createRecordInput({ host: 'www', content: '192.0.2.99' }) })
  await apply({ kind: 'delete', before: { ...www, content: '192.0.2.99' } })
  const source = { kind: 'nameservers' as const, nameservers: ['ns1.other.example', 'ns2.other.example'] }
  await runPlan(history, source)
  await runPlan(history, { kind: 'lock', locked: true })
  const entries = (await rig.call('changeLog.list', { filter: {} })).rows
  const detected = await list(history)
  expect(detected.map(({ values }) => values)).toMatchObject([
    { field: 'lock', before: false, after: true },
    { field: 'nameservers', after: source.nameservers },
    { field: 'record', before: { host: 'www', content: '192.0.2.99' }, after: null },
    { field: 'record', before: { content: '192.0.2.20' }, after: { content: '192.0.2.99' } },
    { field: 'record', before: null, after: { host: 'shop' } },
  ])
  expect(entries).toHaveLength(5)
  expect(detected.map(({ sentChange }) => sentChange)).toEqual(
    entries.map(({ id, at }) => ({ entryId: id, at, certainty: 'confirmed' })),
  )
  for (const { sentChange, previousReadAt, detectedAt } of detected) {
    expect(sentChange?.at).toBeGreaterThanOrEqual(previousReadAt)
    expect(sentChange?.at).toBeLessThanOrEqual(detectedAt)
  }
  expect(detected[0]).toMatchObject({ accountId, accountLabel: 'First', name: domainWithTwoRecords })
})

test('A change that was made elsewhere is explained by no change of this app, not even by one of the same field with other values', async () => {
  const history = await startSyncedZonesRig()
  await runPlan(history, { kind: 'nameservers', nameservers: ['ns1.other.example', 'ns2.other.example'] })
  const domain = atService(history)
  domain.nameservers = ['ns1.third.example', 'ns2.third.example']
  domain.autoRenew = !domain.autoRenew
  for (const record of domain.records.values()) record.ttl = 60
  await refresh(history)
  const elsewhere = (await list(history)).filter(({ sentChange }) => sentChange === null)
  expect(elsewhere.map(({ values }) => values.field).sort()).toEqual(['auto_renew', 'nameservers', 'record', 'record'])
})

test('A lost answer that the zone settles explains the change as inferred, and a change that certainly was not made does not', async () => {
  const history = await startSyncedZonesRig()
  const { rig, apply } = history
  rig.simulator.faults.add({ match: { method: 'POST' }, times: 1, fault: { kind: 'reset-after' } })
  await apply({ kind: 'add', after: createRecordInput({ host: 'arrived' }) })
  expect(await list(history)).toMatchObject([
    { values: { after: { host: 'arrived' } }, sentChange: { at: expect.any(Number), certainty: 'inferred' } },
  ])
  rig.simulator.faults.add({
    match: { method: 'POST' },
    times: 1,
    fault: { kind: 'status', status: 400, code: 'INVALID_INPUT' },
  })
  await apply({ kind: 'add', after: createRecordInput({ host: 'refused' }) })
  const { records } = atService(history)
  records.set(900, { id: 900, ...createRecordInput({ host: 'refused' }) })
  await refresh(history)
  expect((await list(history))[0]).toMatchObject({ values: { after: { host: 'refused' } }, sentChange: null })
})

test('A reading that fails reveals nothing, and the next one reveals what changed since the last that succeeded', async () => {
  const history = await startSyncedZonesRig()
  const { rig, accountId } = history
  const { readAt } = await rig.call('dns.zone', { accountId, domain: domainWithTwoRecords })
  atService(history).records.clear()
  rig.simulator.faults.add({ match: { path: '/dns$' }, fault: { kind: 'status', status: 404, code: 'NOT_FOUND' } })
  await refresh(history)
  expect(await list(history)).toEqual([])
  rig.simulator.faults.clear()
  await refresh(history)
  expect((await list(history)).map(({ values, previousReadAt }) => [values.field, previousReadAt])).toEqual([
    ['record', readAt],
    ['record', readAt],
  ])
})

test('Detected changes are filtered by account, field, text and target', async () => {
  const history = await startSyncedZonesRig()
  const { accountId } = history
  const domain = atService(history)
  domain.nameservers = ['ns1.third.example', 'ns2.third.example']
  domain.records.clear()
  await refresh(history)
  const counts = await Promise.all(
    [
      {},
      { accountIds: [accountId] },
      { accountIds: ['other'] },
      { fields: ['record'] },
      { fields: ['record', 'nameservers'] },
      { text: 'THIRD.example ns2' },
      { text: 'www.example.com 192.0.2.20' },
      { text: 'first' },
      { text: 'nothing' },
      { text: 'www TTL 3600' },
      { text: '@' },
      { target: { kind: 'domain', name: domainWithTwoRecords } },
      { target: { kind: 'server', name: domainWithTwoRecords } },
    ].map(async (filter) => (await list(history, filter)).length),
  )
  expect(counts).toEqual([3, 3, 0, 2, 3, 1, 1, 3, 0, 1, 1, 3, 0])
})

test('Detected changes of a merged account are those of the other account, and those of a removed account stay', async () => {
  const history = await startSyncedZonesRig()
  const { rig, accountId, apply } = history
  await apply({ kind: 'add', after: createRecordInput() })
  const into = await rig.addAccount('Second', ['second-key-of-the-first'])
  await rig.call('accounts.merge', { accountId: into.id, fromAccountId: accountId })
  expect(await list(history, { accountIds: [into.id] })).toMatchObject([
    { accountId: into.id, accountLabel: 'Second', sentChange: { at: expect.any(Number) } },
  ])
  expect(await list(history, { text: 'second' })).toHaveLength(1)
  await rig.call('accounts.remove', { accountId: into.id })
  expect(await list(history)).toMatchObject([{ accountId: into.id, accountLabel: 'First' }])
})

async function runPlan(
  { rig, accountId }: SyncedZonesRig,
  source: Parameters<typeof rig.call<'plans.create'>>[1]['source'],
): Promise<void> {
  const planId = `plan-${source.kind}`
  await rig.call('plans.create', { planId, domains: [{ accountId, name: domainWithTwoRecords }], source })
  const { jobId } = await rig.call('plans.run', { planId, typed: null, excluded: [] })
  await expect.poll(async () => (await rig.call('jobs.get', { jobId })).state).toBe('ended')
}
