import { expect, onTestFinished, test } from 'vitest'
import { minuteMs } from '#shared/durations.ts'
import { systemClock } from '#main/clock.ts'
import { loadServerInformation } from '#renderer/features/servers/load-server-information.ts'
import { startSimulatorRig } from '#test/main-process-rig.ts'
import { connectRigBridge } from '#test/renderer/bridge-to-main-process-rig.ts'

const token = 'a-key-for-server-information'
const name = 'one01.simulator.example'

/** Starts with information of a server that was read some minutes ago. */
async function startWithInformationOfAge(ageMinutes: number) {
  let shiftMs = -ageMinutes * minuteMs
  const rig = await startSimulatorRig({
    world: { users: [{ name: 'first', keys: [{ token }], servers: [{ server_id: 'one01' }] }] },
    clock: { ...systemClock, now: () => Date.now() + shiftMs },
  })
  onTestFinished(() => rig.close())
  await rig.call('app.saveSettings', { backgroundShare: 0 })
  const { id: accountId } = await rig.addAccount('First', [token])
  const ended = rig.event('sync.changed', (all) => all.every(({ state }) => state === 'idle'))
  await rig.call('sync.start', {})
  await ended
  const { info } = await rig.call('inventory.refreshServer', { accountId, name })
  shiftMs = 0
  connectRigBridge(rig)
  return { rig, accountId, readAt: info.readAt ?? 0 }
}

test.each([
  ['read a minute ago is used as stored', 1, false],
  ['read an hour ago is read again', 60, true],
] as const)('Server information that was %s', async (_, age, isRead) => {
  const { accountId, readAt } = await startWithInformationOfAge(age)
  expect(((await loadServerInformation({ accountId, name })).readAt ?? 0) > readAt).toBe(isRead)
})

test('Old server information is used with its age if it cannot be read again', async () => {
  const { rig, accountId, readAt } = await startWithInformationOfAge(60)
  rig.simulator.faults.add({ match: { path: '/server-info' }, fault: { kind: 'status', status: 500 } })
  const { data, readAt: loadedReadAt } = await loadServerInformation({ accountId, name })
  expect([Object.keys(data).length > 0, loadedReadAt]).toEqual([true, readAt])
})
