import { setImmediate } from 'node:timers/promises'
import { nextTick } from 'vue'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { useErrorLog } from '#renderer/features/servers/error-log/useErrorLog.ts'
import { startSimulatorRig, type SimulatorRig } from '#test/main-process-rig.ts'
import { connectRigBridge, type RigBridge } from '#test/renderer/bridge-to-main-process-rig.ts'
import { runInSetup } from '#test/renderer/run-in-setup.ts'

const token = 'a-key-for-error-logs'
let rig: SimulatorRig
let bridge: RigBridge
let server: { accountId: string; servername: string }

beforeAll(async () => {
  rig = await startSimulatorRig({
    world: { users: [{ name: 'first', keys: [{ token }], servers: [{ server_id: 'one01' }] }] },
  })
  await rig.call('app.saveSettings', { backgroundShare: 0 })
  const { id: accountId } = await rig.addAccount('First', [token])
  const ended = rig.event('sync.changed', (all) => all.every(({ state }) => state === 'idle'))
  await rig.call('sync.start', {})
  await ended
  server = { accountId, servername: 'one01.simulator.example' }
  bridge = connectRigBridge(rig)
})
afterAll(() => rig.close())

test('The error of the log of one domain is not shown for another domain', async () => {
  let obstacle: string | null = null
  const { made: log, leave } = runInSetup(() => useErrorLog(server, () => obstacle))
  log.domain.value = 'no-such-domain.example'
  await expect.poll(() => log.state.error.value).not.toBeNull()
  obstacle = 'paused'
  log.domain.value = 'other.example'
  await nextTick()
  expect(log.state.error.value).toBeNull()
  leave()
})

test('The log of one domain that is read late is not shown for another domain', async () => {
  let obstacle: string | null = null
  const { made: log, leave } = runInSetup(() => useErrorLog(server, () => obstacle))
  const release = bridge.hold('servers.errorLog')
  log.domain.value = 'one.example'
  await nextTick()
  obstacle = 'paused'
  log.domain.value = 'other.example'
  await nextTick()
  expect(log.state.isReading.value).toBe(false)
  await release()
  await setImmediate()
  expect([log.state.reading.value, log.state.error.value]).toEqual([null, null])
  leave()
})

test('Lines of an answer of unknown form are not compared with those of the answer before', async () => {
  const { made: log, leave } = runInSetup(() => useErrorLog(server, () => null))
  const read = async () => {
    const before = log.state.reading.value
    const body = { logs: [{ message: 'first' }, { message: 'second' }] }
    rig.simulator.faults.add({ match: { path: '/error-log' }, times: 1, fault: { kind: 'status', status: 200, body } })
    if (before === null) log.domain.value = server.servername
    else await log.state.read()
    await expect.poll(() => log.state.reading.value).not.toBe(before)
  }
  await read()
  expect(log.isUnknownShape.value).toBe(true)
  await read()
  expect(log.isUnknownShape.value).toBe(true)
  expect([log.added.value, log.newFrom.value]).toEqual([null, Number.POSITIVE_INFINITY])
  leave()
})
