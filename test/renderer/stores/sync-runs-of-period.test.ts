import { createPinia, setActivePinia } from 'pinia'
import { expect, onTestFinished, test } from 'vitest'
import type { PreloadBridge } from '#shared/ipc/preload-bridge.ts'
import type { SyncProgress } from '#shared/ipc/sync.ts'
import { summarizeSync } from '#renderer/account-data/summarize-sync.ts'
import { useSyncProgress } from '#renderer/stores/sync-progress.ts'
import { startSyncRig, twoUsersWorld } from '#test/main/inventory/sync/sync-rig.ts'
import { connectRigBridge } from '#test/renderer/bridge-to-main-process-rig.ts'

test('While syncs run, the counts of all of them do not fall when one account is synced again', async () => {
  const { rig } = await startSyncRig(twoUsersWorld)
  const first = await rig.addAccount('First', ['first-key-of-the-first'])
  const second = await rig.addAccount('Second', ['first-key-of-the-second'])
  connectRigBridge(rig)
  let receive: (changed: SyncProgress[]) => void = () => undefined
  const { banto } = (globalThis as unknown as { window: { banto: PreloadBridge } }).window
  banto.listen = (listener) => {
    receive = (changed) => listener('sync.changed', changed)
    return () => undefined
  }
  setActivePinia(createPinia())
  const sync = useSyncProgress()
  await sync.listen()
  const seen: { detailsRead: number; detailsTotal: number }[] = []
  const shown = async () => {
    receive(await rig.call('sync.progress', null))
    const summary = summarizeSync(sync.runsOfPeriod)
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
