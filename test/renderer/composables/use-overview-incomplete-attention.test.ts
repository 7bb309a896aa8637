import { afterAll, beforeAll, expect, test } from 'vitest'
import type { SyncProgress } from '#shared/ipc/sync.ts'
import { useOverview } from '#renderer/composables/useOverview.ts'
import { useAppState } from '#renderer/stores/app-state.ts'
import { useAccounts } from '#renderer/stores/accounts-and-selection.ts'
import { useOrderCountsRunsAndJournal } from '#renderer/stores/order-counts-runs-and-journal.ts'
import { useSyncProgress } from '#renderer/stores/sync-progress.ts'
import { startSimulatorRig, type SimulatorRig } from '#test/main-process-rig.ts'
import { connectRigBridge } from '#test/renderer/bridge-to-main-process-rig.ts'
import { runInSetup } from '#test/renderer/run-in-setup.ts'

const token = 'a-key-of-the-account'
const otherToken = 'a-key-of-another-account'
let rig: SimulatorRig
let accountId: string

beforeAll(async () => {
  rig = await startSimulatorRig({
    world: {
      users: [
        { name: 'user', keys: [{ token }] },
        { name: 'other', keys: [{ token: otherToken }] },
      ],
    },
  })
  accountId = (await rig.addAccount('Account', [token])).id
})
afterAll(() => rig.close())

async function progress(changes: Partial<SyncProgress>): Promise<SyncProgress[]> {
  return (await rig.call('sync.progress', null)).map((each) => ({ ...each, ...changes }))
}

test('The overview does not say that nothing needs attention while calls are on hold, a sync gets no answer or reads the lists, or orders are unknown', async () => {
  connectRigBridge(rig)
  const { made, leave } = runInSetup(() => ({
    accounts: useAccounts(),
    orders: useOrderCountsRunsAndJournal(),
    sync: useSyncProgress(),
    appState: useAppState(),
    overview: useOverview(),
  }))
  const { accounts, orders, sync, appState, overview } = made
  await accounts.listen()
  await expect.poll(() => overview.data.value !== null).toBe(true)
  expect(overview.attention.value.map(({ kind }) => kind)).toEqual(['stale'])
  sync.progress = await progress({ state: 'lists' })
  expect(overview.attention.value).toEqual([])
  expect(overview.incompleteReason.value).toBe('ordersUnknown')
  orders.counts = { total: 0, byStatus: [] }
  expect(overview.incompleteReason.value).toBe('listsStale')
  for (const responsiveness of ['late', 'silent'] as const) {
    sync.progress = await progress({ state: 'lists', responsiveness })
    expect(overview.incompleteReason.value).toBe('syncUnanswered')
  }
  const ended = rig.event('sync.changed', (all) =>
    all.every(({ state, endedAt }) => state === 'idle' && endedAt !== null),
  )
  await rig.call('sync.start', { accountIds: [accountId] })
  await ended
  await overview.reload()
  sync.progress = await progress({ state: 'details', responsiveness: 'silent' })
  expect(overview.incompleteReason.value).toBe('syncUnanswered')
  sync.progress = await progress({})
  expect(overview.incompleteReason.value).toBeNull()
  const block = { since: 0, until: null }
  appState.state = { ...appState.state, ipBlocks: [{ ...block, proxyUrl: 'http://192.0.2.1:8080' }] }
  expect(overview.incompleteReason.value).toBeNull()
  appState.state = { ...appState.state, ipBlocks: [{ ...block, proxyUrl: null }] }
  expect(overview.incompleteReason.value).toBe('callsHeld')
  const hold = { proxyUrl: null, until: Date.now() + 60_000, refusedCalls: 2 }
  appState.state = { ...appState.state, ipBlocks: [], refusedKeysHolds: [hold] }
  expect(overview.incompleteReason.value).toBe('callsHeld')
  leave()
})

test('Lists that were read after the overview was asked for are not called old until its next answer', async () => {
  connectRigBridge(rig)
  const { id } = await rig.addAccount('Other', [otherToken])
  const { made, leave } = runInSetup(() => ({
    accounts: useAccounts(),
    sync: useSyncProgress(),
    overview: useOverview(() => [id]),
  }))
  const { accounts, sync, overview } = made
  await accounts.listen()
  const kinds = () => overview.attention.value.map(({ kind }) => kind)
  sync.progress = await progress({ state: 'lists' })
  await overview.reload()
  expect(kinds()).toEqual([])
  sync.progress = await progress({ state: 'details' })
  expect(kinds()).toEqual([])
  await overview.reload()
  expect(kinds()).toEqual(['stale'])
  sync.progress = await progress({ state: 'details', runsSince: Date.now() })
  expect(kinds()).toEqual([])
  leave()
})
