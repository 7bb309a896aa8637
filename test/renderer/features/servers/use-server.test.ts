import { afterAll, beforeAll, expect, test } from 'vitest'
import { systemClock } from '#main/clock.ts'
import { useServer } from '#renderer/features/servers/useServer.ts'
import { startSimulatorRig, type SimulatorRig } from '#test/main-process-rig.ts'
import { connectRigBridge } from '#test/renderer/bridge-to-main-process-rig.ts'
import { runInSetup } from '#test/renderer/run-in-setup.ts'

const token = 'a-key-for-servers'
const setupSeconds = 900
let rig: SimulatorRig
let accountId: string
let passedMs = 0

async function sync(): Promise<void> {
  passedMs += 1_000
  const ended = rig.event('sync.changed', (all) => all.every(({ state }) => state !== 'lists' && state !== 'details'))
  await rig.call('sync.start', {})
  await ended
}

beforeAll(async () => {
  rig = await startSimulatorRig({
    world: {
      users: [
        {
          name: 'first',
          keys: [{ token }],
          servers: [
            ...['one01', 'two02', 'three03', 'four04'].map((server_id) => ({ server_id })),
            { server_id: 'new05', status: 'setup_pending', pending: { kind: 'setup', seconds: setupSeconds } },
          ],
        },
      ],
    },
    clock: { ...systemClock, now: () => Date.now() + passedMs },
  })
  await rig.call('app.saveSettings', { backgroundShare: 0 })
  accountId = (await rig.addAccount('First', [token])).id
  await sync()
  const { servers } = rig.simulator.world.user('first')
  servers.delete([...servers.keys()][0] ?? '')
  await sync()
})
afterAll(() => rig.close())

test.each([
  ['is in the list is read again', null, true],
  ['is gone is not read again', ['gone'], false],
] as const)('A server that %s when it is opened', async (_, statuses, isRead) => {
  const { rows } = await rig.call('inventory.servers', { filter: { statuses: statuses && [...statuses] } })
  const bridge = connectRigBridge(rig)
  const { made, leave } = runInSetup(() => useServer(accountId, rows[0]?.name ?? ''))
  await expect.poll(() => made.server.value !== null && !made.isReading.value).toBe(true)
  expect(bridge.calls.includes('inventory.refreshServer')).toBe(isRead)
  leave()
})

test('The details of a server are read when its setup ends while its page is open', async () => {
  const name = 'new05.simulator.example'
  const bridge = connectRigBridge(rig)
  const { made, leave } = runInSetup(() => useServer(accountId, name))
  await expect.poll(() => made.server.value?.row.status).toBe('setup_pending')
  rig.simulator.advance(setupSeconds * 1000)
  await sync()
  expect(bridge.calls).not.toContain('inventory.refreshServer')
  bridge.emit('inventory.changed', { accountId, domain: null })
  await expect.poll(() => made.server.value?.info.readAt ?? null).not.toBeNull()
  expect(bridge.calls.filter((command) => command === 'inventory.refreshServer')).toHaveLength(1)
  leave()
})
