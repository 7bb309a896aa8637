import { expect, test } from 'vitest'
import { minuteMs } from '#shared/durations.ts'
import { startSyncRig } from './sync-rig.ts'

const token = 'first-key-of-the-first'
const world = {
  users: [
    {
      name: 'first',
      keys: [{ token }],
      domains: Array.from({ length: 6 }, (_, index) => ({ domain_name: `domain${index}.example` })),
    },
  ],
}

test('A sync finds what another computer wrote with a key of the account by four calls: three of the log, and the written detail', async () => {
  const { rig, sync, newRequests, advanceClock } = await startSyncRig(world)
  const { id } = await rig.addAccount('First', [token])
  await sync()
  advanceClock(10 * minuteMs)
  rig.simulator.advance(10 * minuteMs)
  const response = await fetch(`${rig.simulator.url}/v1/domain/domain3.example/dns`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ type: 'A', host: 'new', content: '192.0.2.9' }),
  })
  expect(response.status).toBe(200)
  advanceClock(minuteMs)
  rig.simulator.advance(minuteMs)
  newRequests()
  await sync()
  const afterLists = newRequests().filter((request) => !/^GET \/v1\/(domain|server)$/.test(request))
  expect(afterLists).toEqual(['GET /v1/logs', 'GET /v1/logs', 'GET /v1/logs', 'GET /v1/domain/domain3.example/dns'])
  const { zone } = await rig.call('inventory.domain', { accountId: id, name: 'domain3.example' })
  expect(zone.data?.some(({ host }) => host === 'new')).toBe(true)
  await sync()
  expect(newRequests().filter((request) => request.includes('domain3'))).toEqual([])
})

test('A sync does not ask the log of a key that may only read, and not before the first details are read', async () => {
  const readOnly = 'key-that-may-only-read'
  const services = { domain: { permission_type: 'read' as const }, server: { permission_type: 'read' as const } }
  const { rig, sync, newRequests } = await startSyncRig({
    users: [{ ...world.users[0], name: 'first', keys: [{ token: readOnly, services }] }],
  })
  await rig.addAccount('First', [readOnly])
  await sync()
  expect(newRequests()).not.toContain('GET /v1/logs')
  await sync()
  expect(newRequests()).not.toContain('GET /v1/logs')
})

test('A sync succeeds when a log cannot be read', async () => {
  const { rig, sync } = await startSyncRig(world)
  await rig.addAccount('First', [token])
  await sync()
  rig.simulator.faults.add({ match: { path: '/v1/logs' }, fault: { kind: 'status', status: 403, code: 'FORBIDDEN' } })
  const [ended] = await sync()
  expect(ended).toMatchObject({ state: 'idle', error: null })
})

test('A detail that this app changed is not read again by the next sync, because its answer was stored', async () => {
  const { rig, sync, newRequests, advanceClock } = await startSyncRig(world)
  const { id } = await rig.addAccount('First', [token])
  await sync()
  advanceClock(minuteMs)
  rig.simulator.advance(minuteMs)
  const after = { type: 'A' as const, host: 'own', content: '192.0.2.7', ttl: 3600, priority: 0 }
  await rig.call('dns.apply', { accountId: id, domain: 'domain1.example', change: { kind: 'add', after } })
  newRequests()
  await sync()
  expect(newRequests().filter((request) => request.includes('domain1'))).toEqual([])
})
