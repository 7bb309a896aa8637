import { afterAll, beforeAll, expect, test } from 'vitest'
import { useServerList } from '#renderer/features/servers/useServerList.ts'
import { useServerFilters } from '#renderer/stores/server-filters.ts'
import { startSimulatorRig, type SimulatorRig } from '#test/main-process-rig.ts'
import { connectRigBridge } from '#test/renderer/bridge-to-main-process-rig.ts'
import { runInSetup } from '#test/renderer/run-in-setup.ts'

const all = 'a-key-for-all-servers'
const one = {
  token: 'a-key-for-one-server',
  services: { server: { target_mode: 'selected' as const, targets: ['four04.simulator.example'] } },
}
let rig: SimulatorRig
let accountIds: string[]

beforeAll(async () => {
  const servers = (ids: string[]) => ids.map((server_id) => ({ server_id }))
  rig = await startSimulatorRig({
    world: {
      users: [
        { name: 'all', keys: [{ token: all }], servers: servers(['one01', 'two02', 'three03']) },
        { name: 'one', keys: [one], servers: servers(['four04', 'five05']) },
      ],
    },
  })
  accountIds = [(await rig.addAccount('All', [all])).id, (await rig.addAccount('One', [one.token])).id]
  rig.simulator.faults.add({ match: { path: '/server-info$' }, fault: { kind: 'hang' } })
  const listed = rig.event('sync.changed', (each) =>
    each.every(({ state, detailsTotal }) => state === 'idle' || (state === 'details' && detailsTotal > 0)),
  )
  await rig.call('sync.start', {})
  await listed
  await rig.call('sync.cancel', {})
  rig.simulator.faults.clear()
  rig.simulator.faults.add({
    match: { path: 'two02.*/server-info$' },
    fault: { kind: 'status', status: 404, code: 'NOT_FOUND' },
  })
  await rig.call('inventory.refreshServer', { accountId: accountIds[0] as string, name: 'two02.simulator.example' })
})
afterAll(() => rig.close())

test('Servers whose information can still be read, and those whose cannot, are counted when a text is searched', async () => {
  expect(await rig.call('inventory.neverReadCounts', {})).toMatchObject({
    serverLists: 0,
    serverInfos: 3,
    unreadableServerInfos: 1,
  })
  expect(await rig.call('inventory.neverReadCounts', { filter: { accountIds: accountIds.slice(1) } })).toMatchObject({
    serverInfos: 1,
  })
  connectRigBridge(rig)
  const { made, leave } = runInSetup(() => ({ servers: useServerList(), filters: useServerFilters() }))
  await expect.poll(() => made.servers.unread.value).toEqual({ serverLists: 0, deniedServerLists: 0 })
  made.filters.text = '203.0.113.7'
  await expect
    .poll(() => made.servers.unread.value)
    .toEqual({ serverLists: 0, deniedServerLists: 0, serverInfos: 3, unreadableServerInfos: 1 })
  await rig.call('inventory.refreshServer', { accountId: accountIds[0] as string, name: 'one01.simulator.example' })
  expect(await rig.call('inventory.neverReadCounts', {})).toMatchObject({ serverInfos: 2 })
  leave()
})
