import { afterAll, beforeAll, expect, test } from 'vitest'
import type { SyncProgress } from '#shared/ipc/sync.ts'
import { useOverview } from '#renderer/features/overview/useOverview.ts'
import { useAccounts } from '#renderer/shell/accounts-state.ts'
import { useOrders } from '#renderer/shell/orders-state.ts'
import { useSync } from '#renderer/shell/sync-state.ts'
import { startRig, type Rig } from '#test/rig.ts'
import { bridgeTo } from '../../held-bridge.ts'
import { inSetup } from '../../in-setup.ts'

const token = 'a-key-of-the-account'
let rig: Rig
let accountId: string

beforeAll(async () => {
  rig = await startRig({ world: { users: [{ name: 'user', keys: [{ token }] }] } })
  accountId = (await rig.addAccount('Account', [token])).id
})
afterAll(() => rig.close())

async function progress(changes: Partial<SyncProgress>): Promise<SyncProgress[]> {
  return (await rig.call('sync.progress', null)).map((each) => ({ ...each, ...changes }))
}

test('that nothing needs attention is not said while a running sync gets no answer, has not read the lists, or the orders are not known', async () => {
  bridgeTo(rig)
  const { made, leave } = inSetup(() => ({ accounts: useAccounts(), orders: useOrders(), sync: useSync(), overview: useOverview() }))
  const { accounts, orders, sync, overview } = made
  await accounts.listen()
  await expect.poll(() => overview.data.value !== null).toBe(true)
  expect(overview.attention.value.map(({ kind }) => kind)).toEqual(['stale'])
  sync.progress = await progress({ state: 'lists' })
  expect(overview.attention.value).toEqual([])
  expect(overview.notCalm.value).toBe('ordersUnknown')
  orders.counts = { total: 0, byStatus: [] }
  expect(overview.notCalm.value).toBe('listsUnderWay')
  for (const answering of ['late', 'no'] as const) {
    sync.progress = await progress({ state: 'lists', answering })
    expect(overview.notCalm.value).toBe('syncUnanswered')
  }
  const ended = rig.event('sync.changed', (all) => all.every(({ state, endedAt }) => state === 'idle' && endedAt !== null))
  await rig.call('sync.start', { accountIds: [accountId] })
  await ended
  await overview.reload()
  sync.progress = await progress({ state: 'details', answering: 'no' })
  expect(overview.notCalm.value).toBe('syncUnanswered')
  sync.progress = await progress({})
  expect(overview.notCalm.value).toBeNull()
  leave()
})
