import { afterAll, beforeAll, expect, test } from 'vitest'
import { useOverview } from '#renderer/composables/useOverview.ts'
import { useAccounts } from '#renderer/stores/accounts-and-selection.ts'
import { useOrderCountsRunsAndJournal } from '#renderer/stores/order-counts-runs-and-journal.ts'
import { startSimulatorRig, type SimulatorRig } from '#test/main-process-rig.ts'
import { connectRigBridge } from '#test/renderer/bridge-to-main-process-rig.ts'
import { runInSetup } from '#test/renderer/run-in-setup.ts'

let rig: SimulatorRig
let ids: string[]

beforeAll(async () => {
  const tokens = ['a-key-of-the-first', 'a-key-of-the-second']
  rig = await startSimulatorRig({
    world: { users: tokens.map((token, index) => ({ name: `user-${index}`, keys: [{ token }] })) },
  })
  ids = []
  for (const token of tokens) ids.push((await rig.addAccount(token, [token])).id)
})
afterAll(() => rig.close())

test('Orders that need a decision are on the overview of all accounts, not of an account without such orders', async () => {
  connectRigBridge(rig)
  const { made, leave } = runInSetup(() => {
    const accounts = useAccounts()
    const orders = useOrderCountsRunsAndJournal()
    // The counts that main reports when one order of the second account needs a decision.
    orders.counts = { total: 1, byStatus: [{ status: 'needs_you', count: 1 }] }
    return { accounts, overview: useOverview() }
  })
  const { accounts, overview } = made
  const kinds = () => overview.attention.value.map(({ kind }) => kind)
  await accounts.listen()
  await expect.poll(() => overview.data.value !== null).toBe(true)
  expect(kinds()).toContain('orders_need_you')
  accounts.select([ids[0] as string])
  await expect.poll(() => overview.data.value?.totals.accounts).toBe(1)
  expect(kinds()).not.toContain('orders_need_you')
  leave()
})
