import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Plugin } from 'vue'
import { useDatabaseSetup } from '#renderer/features/servers/databases/useDatabaseSetup.ts'
import { startSimulatorRig, type SimulatorRig } from '#test/main-process-rig.ts'
import { connectRigBridge } from '#test/renderer/bridge-to-main-process-rig.ts'
import { runInSetup } from '#test/renderer/run-in-setup.ts'

const token = 'a-key-for-databases'
const servername = 'one01.simulator.example'
const withMessages: Plugin = (app) => app.provide('n-message-api', {})
let rig: SimulatorRig
let accountId: string

beforeAll(async () => {
  rig = await startSimulatorRig({
    world: { users: [{ name: 'first', keys: [{ token }], servers: [{ server_id: 'one01' }] }] },
  })
  await rig.call('app.saveSettings', { backgroundShare: 0 })
  accountId = (await rig.addAccount('First', [token])).id
  const ended = rig.event('sync.changed', (all) => all.every(({ state }) => state === 'idle'))
  await rig.call('sync.start', {})
  await ended
  connectRigBridge(rig)
})
afterAll(() => rig.close())

test('The names cannot be changed after the grant, because the grant is shown with them', async () => {
  const { made, leave } = runInSetup(() => useDatabaseSetup(() => ({ accountId, servername })), {
    plugins: [withMessages],
  })
  made.database.suffix = 'shop'
  expect(await made.run.database(), JSON.stringify(made.steps.database.error.value)).toBe(true)
  expect(await made.run.user()).toBe(true)
  expect(made.mayEdit.value).toBe(true)
  expect(await made.run.grant()).toBe(true)
  expect(made.remaining.value).toEqual([])
  expect(made.mayEdit.value).toBe(false)
  leave()
})
