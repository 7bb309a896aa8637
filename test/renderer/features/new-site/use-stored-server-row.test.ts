import { expect, onTestFinished, test } from 'vitest'
import { shallowRef } from 'vue'
import { systemClock } from '#main/clock.ts'
import type { ServerRow } from '#shared/ipc/inventory.ts'
import { useStoredServerRow } from '#renderer/features/new-site/useStoredServerRow.ts'
import { startSimulatorRig } from '#test/main-process-rig.ts'
import { connectRigBridge } from '#test/renderer/bridge-to-main-process-rig.ts'
import { runInSetup } from '#test/renderer/run-in-setup.ts'

test('A server that was chosen during its setup is ready in the form once a sync shows that the setup is complete', async () => {
  const token = 'a-key-for-servers'
  const setup = { status: 'setup_pending' as const, pending: { kind: 'setup' as const, seconds: 900 } }
  let passedMs = 0
  const rig = await startSimulatorRig({
    world: { users: [{ name: 'first', keys: [{ token }], servers: [{ server_id: 'new05', ...setup }] }] },
    clock: { ...systemClock, now: () => Date.now() + passedMs },
  })
  onTestFinished(() => rig.close())
  const { id: accountId } = await rig.addAccount('First', [token])
  const sync = async () => {
    passedMs += 1_000
    const ended = rig.event('sync.changed', (all) => all.every(({ state }) => state !== 'lists' && state !== 'details'))
    await rig.call('sync.start', {})
    await ended
  }
  await sync()
  const bridge = connectRigBridge(rig)
  const { row } = await rig.call('inventory.server', { accountId, name: 'new05.simulator.example' })
  const chosen = shallowRef<ServerRow | null>(null)
  const { made: stored, leave } = runInSetup(() => useStoredServerRow(() => chosen.value))
  onTestFinished(leave)
  chosen.value = row
  expect(stored.value?.status).toBe('setup_pending')
  rig.simulator.advance(setup.pending.seconds * 1000)
  await sync()
  bridge.emit('inventory.changed', { accountId, domain: null })
  await expect.poll(() => stored.value?.status).toBe('active')
})
