import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { useServerSignupStatus } from '#renderer/features/servers/useServerSignupStatus.ts'
import { startSimulatorRig, type SimulatorRig } from '#test/main-process-rig.ts'
import { connectRigBridge, type RigBridge } from '#test/renderer/bridge-to-main-process-rig.ts'
import { runInSetup } from '#test/renderer/run-in-setup.ts'

const token = 'a-key-for-signup-status'
const name = 'new01.simulator.example'
const setupSeconds = 900
let rig: SimulatorRig
let bridge: RigBridge
let accountId: string

beforeAll(async () => {
  rig = await startSimulatorRig({
    world: {
      users: [
        {
          name: 'first',
          keys: [{ token }],
          servers: [{ server_id: 'new01', status: 'setup_pending', pending: { kind: 'setup', seconds: setupSeconds } }],
        },
      ],
    },
  })
  accountId = (await rig.addAccount('First', [token])).id
  const ended = rig.event('sync.changed', (all) => all.every(({ state }) => state === 'idle'))
  await rig.call('sync.start', {})
  await ended
})
afterAll(() => rig.close())
beforeEach(() => {
  bridge = connectRigBridge(rig)
})

async function readSignupStatus(): Promise<string | undefined> {
  const { row } = await rig.call('inventory.server', { accountId, name })
  const { made, leave } = runInSetup(() =>
    useServerSignupStatus(
      () => row,
      () => null,
    ),
  )
  await made.read()
  leave()
  return made.reading.value?.data?.status
}

test('A signup status that the stored server list already shows starts no sync', async () => {
  expect(await readSignupStatus()).toBe('setup_pending')
  expect(bridge.calls).not.toContain('sync.start')
})

test('A signup status that differs from the stored server list starts a sync, which reads the list', async () => {
  rig.simulator.advance(setupSeconds * 1000)
  expect(await readSignupStatus()).toBe('active')
  expect(bridge.calls).toContain('sync.start')
  await expect
    .poll(async () => (await rig.call('inventory.server', { accountId, name })).row)
    .toMatchObject({ status: 'active', expiryDate: expect.any(String) as string })
})
