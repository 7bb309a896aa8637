import { expect, onTestFinished, test } from 'vitest'
import { isAppError } from '#shared/app-error.ts'
import { startSimulatorRig, type SimulatorRig } from '#test/main-process-rig.ts'
import { permissiveRateLimits } from '#test/permissive-rate-limits.ts'

const [selected, other] = ['web01.simulator.example', 'web02.simulator.example']
const keys = [
  { token: 'key-that-changes-web01', services: { server: { target_mode: 'selected' as const, targets: [selected] } } },
  { token: 'key-that-reads-everything', services: { server: { permission_type: 'read' as const } } },
]

/** An account with the first `count` keys, whose lists are read. */
async function startRig(count: number): Promise<{ rig: SimulatorRig; accountId: string }> {
  const servers = [{ server_id: 'web01' }, { server_id: 'web02' }]
  const limits = { domain: permissiveRateLimits, server: permissiveRateLimits, account: permissiveRateLimits }
  const rig = await startSimulatorRig({ world: { limits, users: [{ name: 'aoi', keys, servers }] } })
  onTestFinished(() => rig.close())
  const tokens = keys.slice(0, count).map(({ token }) => token)
  const { id: accountId } = await rig.addAccount('Aoi', tokens)
  const ended = rig.event('sync.changed', (all) => all.every(({ state }) => state !== 'lists' && state !== 'details'))
  await rig.call('sync.start', {})
  await ended
  rig.simulator.ledger.clear()
  return { rig, accountId }
}

test('A server is changed with the key for selected servers, and read with the key that only reads', async () => {
  const { rig, accountId } = await startRig(2)
  expect(await rig.call('servers.setSsh', { accountId, servername: selected, isEnabled: true })).toMatchObject({
    isSent: true,
  })
  await rig.call('servers.ssh', { accountId, servername: other })
  expect(
    rig.simulator.ledger.requests.map(({ method, path, keyIndex, status }) => [method, path, keyIndex, status]),
  ).toEqual([
    ['GET', `/v1/server/${selected}/ssh`, expect.any(Number), 200],
    ['PUT', `/v1/server/${selected}/ssh`, 0, 200],
    ['GET', `/v1/server/${other}/ssh`, 1, 200],
  ])
})

test('A change of a server that no key with the permission covers is not made, and the error says so', async () => {
  const { rig, accountId } = await startRig(2)
  const error: unknown = await rig
    .call('servers.setSsh', { accountId, servername: other, isEnabled: true })
    .catch((thrown: unknown) => thrown)
  if (!isAppError(error)) throw new Error('The change was expected to fail')
  expect(error).toMatchObject({ kind: 'no_key' })
  expect(rig.simulator.ledger.requests.filter(({ method }) => method !== 'GET')).toEqual([])
})

test('A key for selected servers alone lists only those servers', async () => {
  const { rig } = await startRig(1)
  const { rows } = await rig.call('inventory.servers', {})
  expect(rows.map(({ name }) => name)).toEqual([selected])
})
