import { expect, onTestFinished, test } from 'vitest'
import { createRecordInput } from '#test/main/change-log/synced-zones-rig.ts'
import { startSimulatorRig, type SimulatorRig } from '#test/main-process-rig.ts'

const token = 'a-key-that-may-write'
const domain = 'example.com'

test.each<{ way: string; fetch: (rig: SimulatorRig) => Promise<unknown> }>([
  { way: 'a page', fetch: (rig) => rig.call('logs.fetch', {}) },
  { way: 'the archive', fetch: (rig) => rig.call('logs.refreshArchive', {}) },
  { way: 'the check of what keys wrote', fetch: writeBetweenTwoSyncs },
])('Entries of this app are marked as its own however they were fetched: $way', async ({ fetch }) => {
  const rig = await startSimulatorRig({
    world: { users: [{ name: 'first', keys: [{ token }], domains: [{ domain_name: domain }] }] },
  })
  onTestFinished(() => rig.close())
  await rig.addAccount('First', [token])
  await fetch(rig)
  const senders = async (filter: object) =>
    (await rig.call('logs.page', { filter })).rows.flatMap(({ entry }) => entry?.sender ?? [])
  const all = await senders({})
  expect(all.length).toBeGreaterThan(0)
  expect(new Set(all)).toEqual(new Set(['own']))
  expect(await senders({ hidesOwnReads: true, method: 'GET' })).toEqual([])
})

test('A read that the log has while its answer is awaited is possibly of this app, and certainly once the answer arrives', async () => {
  const rig = await startSimulatorRig({
    world: { users: [{ name: 'first', keys: [{ token }], domains: [{ domain_name: domain }] }] },
  })
  onTestFinished(() => rig.close())
  await rig.addAccount('First', [token])
  rig.simulator.faults.add({ match: { path: '^/v1/domain$' }, times: 1, fault: { kind: 'drip', ms: 10 } })
  const ended = rig.event('sync.changed', (all) => all.every(({ state }) => state !== 'lists' && state !== 'details'))
  const { log } = rig.simulator.world.users[0]?.keys[0] ?? { log: [] }
  const countListReads = () => log.filter(({ path }) => path === '/v1/domain').length
  const before = countListReads()
  await rig.call('sync.start', {})
  await expect.poll(countListReads).toBe(before + 1)
  await rig.call('logs.fetch', {})
  const notOwn = async () =>
    (await rig.call('logs.page', { filter: {} })).rows.flatMap(({ entry }) =>
      entry && entry.sender !== 'own' ? [[entry.path, entry.sender]] : [],
    )
  expect(await notOwn()).toEqual([['/v1/domain', 'ownOrOther']])
  await ended
  expect(await notOwn()).toEqual([])
})

/** A sync checks the logs for writes once the account's first details are read. */
async function writeBetweenTwoSyncs(rig: SimulatorRig): Promise<void> {
  await sync(rig)
  const [account] = await rig.call('accounts.list', null)
  const after = createRecordInput({ host: 'www', content: '192.0.2.99' })
  await rig.call('dns.apply', { accountId: account?.id ?? '', domain, change: { kind: 'add', after } })
  await sync(rig)
}

async function sync(rig: SimulatorRig): Promise<void> {
  const ended = rig.event('sync.changed', (all) => all.every(({ state }) => state !== 'lists' && state !== 'details'))
  await rig.call('sync.start', {})
  await ended
}
