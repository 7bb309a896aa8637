import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { useAddVerificationRecordDrawer } from '#renderer/features/servers/hosted-domains/useAddVerificationRecordDrawer.ts'
import { useFindListedDomainOfHost } from '#renderer/features/servers/hosted-domains/useFindListedDomainOfHost.ts'
import { startSimulatorRig, type SimulatorRig } from '#test/main-process-rig.ts'
import { connectRigBridge, type RigBridge } from '#test/renderer/bridge-to-main-process-rig.ts'
import { runInSetup } from '#test/renderer/run-in-setup.ts'

const token = 'a-key-for-verification'
const servername = 'one01.simulator.example'
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
          servers: [{ server_id: 'one01' }],
          domains: [{ domain_name: 'ours.example' }],
        },
      ],
    },
  })
  await rig.call('app.saveSettings', { backgroundShare: 0 })
  accountId = (await rig.addAccount('First', [token])).id
  const ended = rig.event('sync.changed', (all) => all.every(({ state }) => state === 'idle'))
  await rig.call('sync.start', {})
  await ended
})
afterAll(() => rig.close())
beforeEach(() => {
  bridge = connectRigBridge(rig)
})

test('A server whose information could not be read is not said to have no verification token', async () => {
  rig.simulator.faults.add({
    match: { path: `/v1/server/${servername}/server-info` },
    fault: { kind: 'status', status: 500, code: 'INTERNAL_ERROR' },
  })
  const { made, leave } = runInSetup(() => useAddVerificationRecordDrawer(() => ({ accountId, servername })))
  await made.open('shop.example')
  expect(made.error.value).toMatchObject({ kind: 'service', status: 500 })
  expect(made.hasNoToken.value).toBe(false)
  leave()
})

test('Why no verification record could be added is no longer shown once another entry is opened', async () => {
  rig.simulator.faults.add({
    match: { path: `/v1/server/${servername}/server-info` },
    times: 1,
    fault: { kind: 'status', status: 500, code: 'INTERNAL_ERROR' },
  })
  const { made, leave } = runInSetup(() => useAddVerificationRecordDrawer(() => ({ accountId, servername })))
  await made.open('shop.example')
  expect(made.error.value).not.toBeNull()
  made.close()
  expect(made.error.value).toBeNull()
  leave()
})

test('A host is not called unknown before the accounts were searched for it', async () => {
  const release = bridge.hold('inventory.findDomains')
  const { made: find, leave } = runInSetup(() =>
    useFindListedDomainOfHost(() => ['a.ours.example', 'foreign.example'], accountId),
  )
  expect(find('foreign.example')).toBeUndefined()
  release()
  await expect.poll(() => find('foreign.example')).toBeNull()
  expect(find('a.ours.example')).toEqual({ accountId, name: 'ours.example' })
  leave()
})
