import { afterAll, beforeAll, expect, test } from 'vitest'
import { systemClock } from '#main/clock.ts'
import { useDomainFilterServerWithUnreadAddresses } from '#renderer/features/domains/useDomainFilterServerWithUnreadAddresses.ts'
import { useDomainFilters } from '#renderer/stores/domain-filters.ts'
import { startSimulatorRig, type SimulatorRig } from '#test/main-process-rig.ts'
import { connectRigBridge } from '#test/renderer/bridge-to-main-process-rig.ts'
import { runInSetup } from '#test/renderer/run-in-setup.ts'

const token = 'a-key-for-servers'
const [gone, listed, pending] = ['one01', 'two02', 'new05'].map((id) => `${id}.simulator.example`) as [
  string,
  string,
  string,
]
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
            { server_id: 'new05', status: 'setup_pending', pending: { kind: 'setup', seconds: 900 } },
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
  ['can be read while it is listed', listed, true],
  ['cannot be read while it is being set up', pending, false],
  ['cannot be read once it is gone', gone, false],
  ['cannot be read once it is no longer stored', 'forgotten.simulator.example', false],
])('A server of the domain filter without stored addresses %s', async (_, name, mayBeRead) => {
  connectRigBridge(rig)
  const { made, leave } = runInSetup(() => {
    const filters = useDomainFilters()
    filters.replaceFilters({ facts: { server: { accountId, name } } })
    return useDomainFilterServerWithUnreadAddresses()
  })
  await expect.poll(() => made.value).toEqual({ name, mayBeRead })
  leave()
})
