import { expect, test } from 'vitest'
import { startSyncRig, twoUsersWorld } from './sync-rig.ts'

test('A refresh reads the requested details now, and an error is returned beside the stored data', async () => {
  const { rig, sync, newRequests } = await startSyncRig(twoUsersWorld)
  const { id } = await rig.addAccount('First', ['first-key-of-the-first'])
  await sync()
  rig.simulator.faults.add({
    match: { path: 'registrar-lock$' },
    fault: { kind: 'status', status: 409, code: 'MIGRATION_LOCKED' },
  })
  newRequests()
  const domain = await rig.call('inventory.refreshDomain', {
    accountId: id,
    name: 'later.example',
    detailKinds: ['lock', 'zone'],
  })
  expect(newRequests().sort()).toEqual([
    'GET /v1/domain/later.example/dns',
    'GET /v1/domain/later.example/registrar-lock',
  ])
  expect(domain.lock).toMatchObject({ data: { locked: false }, error: { code: 'MIGRATION_LOCKED' } })
  expect(domain.zone).toMatchObject({ error: null, data: [{ host: '@' }, { host: 'www' }] })
})

test('A refresh in offline mode stores no error', async () => {
  const { rig, sync } = await startSyncRig(twoUsersWorld)
  const { id } = await rig.addAccount('First', ['first-key-of-the-first'])
  await sync()
  await rig.call('app.saveSettings', { isOffline: true })
  const domain = await rig.call('inventory.refreshDomain', {
    accountId: id,
    name: 'later.example',
    detailKinds: ['zone'],
  })
  expect(domain.zone).toMatchObject({ data: [{ host: '@' }, { host: 'www' }], error: { kind: 'offline' } })
  expect((await rig.call('inventory.domain', { accountId: id, name: 'later.example' })).zone.error).toBeNull()
})

test('A refreshed server is found by its address', async () => {
  const { rig, sync } = await startSyncRig(twoUsersWorld)
  const { id } = await rig.addAccount('First', ['first-key-of-the-first'])
  await sync()
  const { rows } = await rig.call('inventory.servers', {})
  const server = await rig.call('inventory.refreshServer', { accountId: id, name: rows[0]?.name ?? '' })
  const address = String((server.info.data as { ip_address: string }).ip_address)
  expect(
    (await rig.call('inventory.search', { text: address })).hits.map(({ kind, target }) => [kind, target]),
  ).toContainEqual(['server', rows[0]?.name])
  expect(server.usage.error).toBeNull()
})

test('What the service answered about a server during its setup is not said of it after the setup', async () => {
  const name = 'new01.simulator.example'
  const server = { server_id: 'new01', status: 'setup_pending', pending: { kind: 'setup', seconds: 100 } } as const
  const { rig, sync, advanceClock } = await startSyncRig({
    users: [{ name: 'first', keys: [{ token: 'first-key-of-the-first' }], servers: [server] }],
  })
  const { id } = await rig.addAccount('First', ['first-key-of-the-first'])
  await sync()
  const refreshed = await rig.call('inventory.refreshServer', { accountId: id, name })
  expect(refreshed.info).toMatchObject({ data: null, error: { code: 'NOT_FOUND' } })
  await rig.call('app.saveSettings', { backgroundShare: 0 })
  rig.simulator.advance(100_000)
  advanceClock(1_000)
  await sync()
  const listed = await rig.call('inventory.server', { accountId: id, name })
  expect(listed.row.status).toBe('active')
  expect([listed.info.error, listed.usage.error]).toEqual([null, null])
  expect(await rig.call('inventory.neverReadCounts', {})).toMatchObject({ unreadableServerInfos: 0 })
})
