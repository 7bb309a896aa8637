import { afterAll, beforeAll, expect, test } from 'vitest'
import { systemClock } from '#main/clock.ts'
import { useServer } from '#renderer/features/servers/useServer.ts'
import { startRig, type Rig } from '#test/rig.ts'
import { bridgeTo } from '../../held-bridge.ts'
import { inSetup } from '../../in-setup.ts'

const token = 'a-key-for-servers'
let rig: Rig
let accountId: string
let passedMs = 0

async function sync(): Promise<void> {
  passedMs += 1_000
  const ended = rig.event('sync.changed', (all) => all.every(({ state }) => state !== 'lists' && state !== 'details'))
  await rig.call('sync.start', {})
  await ended
}

beforeAll(async () => {
  rig = await startRig({
    world: { users: [{ name: 'first', keys: [{ token }], servers: ['one01', 'two02', 'three03', 'four04'].map((server_id) => ({ server_id })) }] },
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

test.each([['is in the list is read anew', null, true], ['is gone is not read anew', ['gone'], false]] as const)('a server that %s when it is opened', async (_, statuses, isRead) => {
  const { rows } = await rig.call('inventory.servers', { filter: { statuses: statuses && [...statuses] } })
  const bridge = bridgeTo(rig)
  const { made, leave } = inSetup(() => useServer(accountId, rows[0]?.name ?? ''))
  await expect.poll(() => made.server.value !== null && !made.isReading.value).toBe(true)
  expect(bridge.asked.includes('inventory.refreshServer')).toBe(isRead)
  leave()
})
