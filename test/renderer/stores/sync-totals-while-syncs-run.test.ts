import { createPinia, setActivePinia } from 'pinia'
import { expect, onTestFinished, test } from 'vitest'
import { summarizeSync } from '#renderer/account-data/summarize-syncs-of-accounts.ts'
import { useSyncProgress } from '#renderer/stores/sync-progress.ts'
import { startSyncRig, twoUsersWorld } from '#test/main/inventory/sync/sync-rig.ts'
import { connectRigBridge } from '#test/renderer/bridge-to-main-process-rig.ts'

/** Two accounts, and the store of the window, which receives events only from `receiveProgress`. */
async function startTwoAccounts() {
  const { rig } = await startSyncRig(twoUsersWorld)
  const first = await rig.addAccount('First', ['first-key-of-the-first'])
  const second = await rig.addAccount('Second', ['first-key-of-the-second'])
  const bridge = connectRigBridge(rig)
  setActivePinia(createPinia())
  const sync = useSyncProgress()
  await sync.listen()
  const receiveProgress = async () => bridge.emit('sync.changed', await rig.call('sync.progress', null))
  return { rig, bridge, first, second, sync, receiveProgress }
}

test('While syncs run, the counts of all of them do not fall when one account is synced again', async () => {
  const { rig, first, second, sync, receiveProgress } = await startTwoAccounts()
  const seen: { detailsRead: number; detailsTotal: number }[] = []
  const shown = async () => {
    await receiveProgress()
    const summary = summarizeSync(sync.runsSinceLastIdle)
    seen.push(summary)
    return summary
  }
  const runOf = async (accountId: string) =>
    (await rig.call('sync.progress', null)).find((each) => each.accountId === accountId)

  // The second account reads until the end of the test.
  const user = rig.simulator.world.user('second')
  const [name] = user.domains.keys()
  rig.simulator.faults.add({ match: { path: `/v1/domain/${name}/dns$` }, fault: { kind: 'hang' } })
  onTestFinished(() => rig.simulator.faults.clear())
  await rig.call('sync.start', {})
  await expect.poll(async () => (await runOf(first.id))?.state).toBe('idle')
  await expect.poll(async () => ((await runOf(second.id))?.detailsTotal ?? 0) > 0).toBe(true)
  const before = await shown()
  expect(before.detailsRead).toBeGreaterThan(0)

  await rig.call('sync.start', { accountIds: [first.id] })
  await shown()
  await expect.poll(async () => (await runOf(first.id))?.state).toBe('idle')
  await shown()
  for (const each of seen) {
    expect(each.detailsRead).toBeGreaterThanOrEqual(before.detailsRead)
    expect(each.detailsTotal).toBeGreaterThanOrEqual(before.detailsTotal)
  }
})

test('Lists that a failed run did not read are counted once when a newer run of the account reads them', async () => {
  const { rig, first, second, sync, receiveProgress } = await startTwoAccounts()
  const stateOf = (accountId: string) => sync.byAccount.get(accountId)?.state
  const untilState = (accountId: string, state: string) =>
    expect.poll(() => receiveProgress().then(() => stateOf(accountId))).toBe(state)
  const [name] = rig.simulator.world.user('second').domains.keys()
  rig.simulator.faults.add({ match: { path: `/v1/domain/${name}/dns$` }, fault: { kind: 'hang' } })
  onTestFinished(() => rig.simulator.faults.clear())
  await rig.call('sync.start', { accountIds: [second.id] })
  await untilState(second.id, 'details')

  rig.simulator.faults.add({ match: { path: '^/v1/(domain|server)$' }, fault: { kind: 'wrong-shape' } })
  await rig.call('sync.start', { accountIds: [first.id] })
  await untilState(first.id, 'failed')
  expect(summarizeSync(sync.runsSinceLastIdle)).toMatchObject({ listsDone: 2, listsTotal: 4 })
  rig.simulator.faults.clear()
  rig.simulator.faults.add({ match: { path: `/v1/domain/${name}/dns$` }, fault: { kind: 'hang' } })
  await rig.call('sync.start', { accountIds: [first.id] })
  await untilState(first.id, 'idle')
  const { listsDone, listsTotal } = summarizeSync(sync.runsSinceLastIdle)
  expect([listsDone, listsTotal]).toEqual([4, 4])
})

test.each([
  ['left unread', {}],
  ['could not read for want of a key', { detailsFailed: 1, detailsNoKeyMayRead: 443 }],
])('Details that a failed run %s are counted once when a newer run of the account reads them', async (_, counts) => {
  const { rig, bridge, sync } = await startTwoAccounts()
  const [one, other] = await rig.call('sync.progress', null)
  if (!one || !other) throw new Error('Two accounts have a sync progress')
  const reading = { ...other, state: 'details', startedAt: 1, runsSince: 1, detailsTotal: 10 } as const
  const ofOne = { ...one, startedAt: 1, runsSince: 1, detailsRead: 96, detailsTotal: 540, ...counts }
  bridge.emit('sync.changed', [{ ...ofOne, state: 'failed', endedAt: 2 }, reading])
  bridge.emit('sync.changed', [
    { ...one, state: 'details', startedAt: 3, runsSince: 3, detailsRead: 0, detailsTotal: 444 },
    reading,
  ])
  expect(summarizeSync(sync.runsSinceLastIdle)).toMatchObject({ detailsRead: 96, detailsTotal: 540 + 10 })
})

test('Details that a sync read before it was continued are counted once', async () => {
  const { rig, bridge, sync } = await startTwoAccounts()
  const [one] = await rig.call('sync.progress', null)
  if (!one) throw new Error('The account has a sync progress')
  const run = { ...one, state: 'details', startedAt: 1 } as const
  bridge.emit('sync.changed', [{ ...run, runsSince: 1, detailsRead: 100, detailsTotal: 540 }])
  bridge.emit('sync.changed', [{ ...run, runsSince: 2, detailsRead: 250, detailsTotal: 540 }])
  bridge.emit('sync.changed', [{ ...run, state: 'lists', runsSince: 3, detailsRead: 0, detailsTotal: 0 }])
  expect(summarizeSync(sync.runsSinceLastIdle)).toMatchObject({ detailsRead: 250, detailsTotal: 250 })
  bridge.emit('sync.changed', [{ ...run, runsSince: 3, detailsRead: 260, detailsTotal: 540 }])
  expect(summarizeSync(sync.runsSinceLastIdle)).toMatchObject({ detailsRead: 260, detailsTotal: 540 })
})
