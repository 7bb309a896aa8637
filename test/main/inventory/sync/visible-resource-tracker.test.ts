import { expect, test } from 'vitest'
import { startSyncRig } from './sync-rig.ts'

const world = {
  users: [
    {
      name: 'first',
      keys: [{ token: 'first-key-of-the-first' }],
      domains: Array.from({ length: 9 }, (_, index) => ({ domain_name: `domain${index}.example` })),
    },
  ],
}
const details = (paths: string[]) => paths.filter((path) => path.includes('/v1/domain/'))

test('A sync reads the details of what the window shows first', async () => {
  const { rig, sync, newRequests } = await startSyncRig(world)
  const { id } = await rig.addAccount('First', ['first-key-of-the-first'])
  await rig.call('sync.reportVisible', { resources: [{ accountId: id, kind: 'domain', name: 'domain7.example' }] })
  newRequests()
  await sync()
  const first = details(newRequests()).slice(0, 5)
  expect(first.every((path) => path.includes('domain7.example'))).toBe(true)
})

test('What the window begins to show during a sync is read next', async () => {
  const { rig, newRequests } = await startSyncRig(world)
  const { id } = await rig.addAccount('First', ['first-key-of-the-first'])
  newRequests()
  rig.simulator.faults.add({ match: { path: '/dns$' }, fault: { kind: 'delay', ms: 300 } })
  const begun = rig.event('sync.changed', ([first]) => (first?.detailsRead ?? 0) > 0)
  const ended = rig.event('sync.changed', ([first]) => first?.state === 'idle' && first.endedAt !== null)
  await rig.call('sync.start', { accountIds: null })
  await begun
  const before = details(rig.simulator.ledger.requests.map(({ path }) => path)).length
  await rig.call('sync.reportVisible', { resources: [{ accountId: id, kind: 'domain', name: 'domain8.example' }] })
  await ended
  const after = details(newRequests()).slice(before)
  // Calls in flight, and those that took their turn before the search ended, come earlier.
  const last = after.findLastIndex((path) => path.includes('domain8.example'))
  expect(last).toBeLessThan(20)
  expect(after.length).toBeGreaterThan(25)
})
