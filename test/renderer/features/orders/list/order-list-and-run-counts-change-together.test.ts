import { afterAll, beforeAll, expect, test } from 'vitest'
import type { OrderIntentView } from '#shared/ipc/order-intent-schemas.ts'
import type { OrderItem } from '#shared/ipc/order-items.ts'
import { useOrderList } from '#renderer/features/orders/list/useOrderList.ts'
import { useOrderCountsRunsAndJournal } from '#renderer/stores/order-counts-runs-and-journal.ts'
import { startSimulatorRig, type SimulatorRig } from '#test/main-process-rig.ts'
import { connectRigBridge } from '#test/renderer/bridge-to-main-process-rig.ts'
import { runInSetup } from '#test/renderer/run-in-setup.ts'

const token = 'a-key-that-may-renew'
const expiryDate = '2027-03-31'
let rig: SimulatorRig
let items: OrderItem[]

beforeAll(async () => {
  const names = ['one.com', 'two.com']
  rig = await startSimulatorRig({
    world: {
      users: [
        {
          name: 'first',
          keys: [{ token, services: { domain: { allow_acquisition: true } } }],
          domains: names.map((domain_name) => ({ domain_name, expiry_date: expiryDate })),
        },
      ],
    },
  })
  const { id: accountId } = await rig.addAccount('First', [token])
  items = names.map((name) => ({ kind: 'renew', accountId, name, years: 1, expiryDate }))
})
afterAll(() => rig.close())

async function buy(item: OrderItem): Promise<OrderIntentView['id']> {
  const { quoteId, rows, totalYen } = await rig.call('orders.quote', { quoteId: crypto.randomUUID(), items: [item] })
  const rowIds = rows.map(({ id }) => id)
  const { intentIds } = await rig.call('orders.confirm', { quoteId, rowIds, totalYen, agreesToTerms: true })
  const [intentId] = intentIds as [string]
  await expect.poll(async () => (await rig.call('orders.intent', { intentId })).status).toBe('done')
  return intentId
}

test('The counts of the runs change together with the counts of the order list', async () => {
  const bridge = connectRigBridge(rig)
  await buy(items[0] as OrderItem)
  const { made, leave } = runInSetup(() => ({ list: useOrderList(), orders: useOrderCountsRunsAndJournal() }))
  const { list, orders } = made
  await orders.listen()
  list.show(await list.load(0, 100, null))
  const counted = () => ({
    byStatus: list.counts.value?.matching.byStatus,
    ofRuns: list.runs.value.map(({ byStatus }) => byStatus.done),
  })
  expect(counted()).toEqual({ byStatus: [{ status: 'done', count: 1 }], ofRuns: [1] })

  await buy(items[1] as OrderItem)
  bridge.emit('orders.runs', await rig.call('orders.runs', null))
  expect(orders.runs).toHaveLength(2)
  expect(counted()).toEqual({ byStatus: [{ status: 'done', count: 1 }], ofRuns: [1] })

  const version = list.version.value
  await expect.poll(() => list.version.value).toBe(version + 1)
  list.show(await list.load(0, 100, null))
  expect(counted()).toEqual({ byStatus: [{ status: 'done', count: 2 }], ofRuns: [1, 1] })
  leave()
})
