import { afterAll, beforeAll, expect, test } from 'vitest'
import type { OrderItem } from '#shared/ipc/order-items.ts'
import { useCountOfOrdersWaitingForUser } from '#renderer/features/orders/useCountOfOrdersWaitingForUser.ts'
import { useAccounts } from '#renderer/stores/accounts-and-selection.ts'
import { startSimulatorRig, type SimulatorRig } from '#test/main-process-rig.ts'
import { connectRigBridge } from '#test/renderer/bridge-to-main-process-rig.ts'
import { runInSetup } from '#test/renderer/run-in-setup.ts'

const expiryDate = '2027-03-31'
/** More than one, because a single order would be refused by its dry run. */
const names = ['one.com', 'two.com']
let rig: SimulatorRig
let ids: string[]

beforeAll(async () => {
  const tokens = ['a-key-of-the-first', 'a-key-of-the-second']
  rig = await startSimulatorRig({
    world: {
      users: tokens.map((token, index) => ({
        name: `user-${index}`,
        balance: 0,
        keys: [{ token, services: { domain: { allow_acquisition: true } } }],
        domains: names.map((domain_name) => ({ domain_name: `${index}-${domain_name}`, expiry_date: expiryDate })),
      })),
    },
  })
  ids = []
  for (const token of tokens) ids.push((await rig.addAccount(token, [token])).id)
})
afterAll(() => rig.close())

test('The tab of the orders counts the waiting orders of the selected accounts, as the list below it', async () => {
  const accountId = ids[1] as string
  const items = names.map((name): OrderItem => ({ kind: 'renew', accountId, name: `1-${name}`, years: 1 }))
  const { quoteId, rows, totalYen } = await rig.call('orders.quote', { quoteId: 'quote', items })
  const rowIds = rows.map(({ id }) => id)
  await rig.call('orders.confirm', { quoteId, rowIds, totalYen, agreesToTerms: true })
  await expect.poll(async () => (await rig.call('orders.counts', { accountIds: null, waitsFor: 'user' })).total).toBe(2)

  connectRigBridge(rig)
  const { made, leave } = runInSetup(() => ({ accounts: useAccounts(), count: useCountOfOrdersWaitingForUser() }))
  const { accounts, count } = made
  await accounts.listen()
  await expect.poll(() => count.value).toBe(2)
  accounts.select([ids[0] as string])
  await expect.poll(() => count.value).toBe(0)
  accounts.select([accountId])
  await expect.poll(() => count.value).toBe(2)
  leave()
})
