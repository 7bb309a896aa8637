import { nextTick } from 'vue'
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import type { OrderItem } from '#shared/ipc/order-items.ts'
import { useAppState } from '#renderer/stores/app-state.ts'
import { usePollServerSetup } from '#renderer/features/orders/order-server/usePollServerSetup.ts'
import { startSimulatorRig, type SimulatorRig } from '#test/main-process-rig.ts'
import { connectRigBridge } from '#test/renderer/bridge-to-main-process-rig.ts'
import { runInSetup } from '#test/renderer/run-in-setup.ts'

const orders = 'a-key-that-may-order'
const reads = 'a-key-that-reads-one-server'
let rig: SimulatorRig
let accountId: string

beforeEach(async () => {
  rig = await startSimulatorRig({
    world: {
      users: [
        {
          name: 'first',
          keys: [
            { token: orders, services: { server: { allow_signup: true } } },
            {
              token: reads,
              services: {
                server: { permission_type: 'read', target_mode: 'selected', targets: ['old01.simulator.example'] },
              },
            },
          ],
          servers: [{ server_id: 'old01' }],
        },
      ],
    },
  })
  accountId = (await rig.addAccount('First', [orders, reads])).id
  connectRigBridge(rig)
})
afterEach(() => rig.close())

async function order({ isLost = false } = {}): Promise<{ accountId: string; serverId: string; intentId: string }> {
  const serverId = 'new01'
  const item: OrderItem = {
    kind: 'order',
    accountId,
    planId: 'standard',
    months: 12,
    serverId,
    autoRenew: false,
    partnerCode: null,
  }
  const { rows, totalYen } = await rig.call('orders.quote', { quoteId: 'q', items: [item] })
  if (isLost)
    rig.simulator.faults.add({
      match: { method: 'POST', path: '^/v1/server$' },
      times: 1,
      fault: { kind: 'reset-after' },
    })
  const { intentIds } = await rig.call('orders.confirm', {
    quoteId: 'q',
    rowIds: rows.map(({ id }) => id),
    totalYen,
    agreesToTerms: true,
  })
  const [intentId = ''] = intentIds
  await expect.poll(async () => (await rig.call('orders.intent', { intentId })).state).toBe('done')
  return { accountId, serverId, intentId }
}

async function firstCheck(ordered: Awaited<ReturnType<typeof order>>) {
  const { made: watching, leave } = runInSetup(usePollServerSetup)
  onTestFinished(leave)
  watching.start(ordered)
  await expect.poll(() => watching.isReading.value).toBe(false)
  return watching
}

test('An ordered server is found at the first check, even if the least powerful key sees only other servers', async () => {
  const watching = await firstCheck(await order())
  expect([watching.error.value, watching.state.value]).toEqual([
    null,
    { servername: 'new01.simulator.example', status: 'setup_pending', expiryDate: null, readAt: expect.any(Number) },
  ])
})

test('A server whose order answer was lost is found after a read has shown it', async () => {
  const watching = await firstCheck(await order({ isLost: true }))
  expect(watching.state.value?.servername).toBe('new01.simulator.example')
})

test('A check of an ordered server that failed offline is made again as soon as the app is online', async () => {
  const ordered = await order()
  await rig.call('app.saveSettings', { isOffline: true })
  const watching = await firstCheck(ordered)
  const app = useAppState()
  await app.refresh()
  expect(watching.error.value).toMatchObject({ kind: 'offline' })
  await app.saveSettings({ isOffline: false })
  expect(watching.error.value).toBeNull()
  await nextTick()
  expect(watching.isReading.value).toBe(true)
  await expect.poll(() => watching.state.value?.status).toBe('setup_pending')
})
