import { expect, onTestFinished, test } from 'vitest'
import { useLogCallCountsPerDay } from '#renderer/features/logs/useLogCallCountsPerDay.ts'
import { useAccounts } from '#renderer/stores/accounts-and-selection.ts'
import { useLogFilters } from '#renderer/stores/log-filters.ts'
import { startSimulatorRig } from '#test/main-process-rig.ts'
import { connectRigBridge } from '#test/renderer/bridge-to-main-process-rig.ts'
import { runInSetup } from '#test/renderer/run-in-setup.ts'

async function startCounts() {
  const rig = await startSimulatorRig({ world: { users: [{ name: 'one', keys: [{ token: 'token-of-one' }] }] } })
  onTestFinished(() => rig.close())
  const { id } = await rig.addAccount('One', ['token-of-one'])
  await rig.call('sync.start', { accountIds: [id] })
  await expect
    .poll(() =>
      rig
        .call('logs.requests', { accountIds: [id], onlyFailed: false, offset: 0, limit: 1 })
        .then(({ total }) => total),
    )
    .toBeGreaterThan(1)
  await rig.call('logs.refreshArchive', { accountIds: [id], mayUseWholeQuota: true })
  const bridge = connectRigBridge(rig)
  const { made, leave } = runInSetup(() => ({
    accounts: useAccounts(),
    filters: useLogFilters(),
    counts: useLogCallCountsPerDay(),
  }))
  onTestFinished(leave)
  await made.accounts.load()
  made.filters.showsOwnReads = true
  await expect.poll(() => made.counts.days.value?.length).toBe(1)
  return { ...made, bridge }
}

test('The calls by day of an earlier filter are marked as such, and their number is not shown', async () => {
  const { filters, counts, bridge } = await startCounts()
  expect(counts.isEarlierQuery.value).toBe(false)
  expect(counts.stored.value?.entries).toBeGreaterThan(0)
  const answer = bridge.hold('logs.days')
  filters.text = 'no such call'
  expect(counts.isEarlierQuery.value).toBe(true)
  expect(counts.days.value).toHaveLength(1)
  expect(counts.stored.value).toBeNull()
  await new Promise((resolve) => setTimeout(resolve, 50))
  await answer()
  await expect.poll(() => counts.stored.value).toEqual({ entries: 0, isComplete: true })
  expect(counts.isEarlierQuery.value).toBe(false)
  expect(counts.days.value).toEqual([])
})

test('No log is called empty because an earlier filter matched nothing', async () => {
  const { filters, counts, bridge } = await startCounts()
  filters.text = 'no such call'
  await expect.poll(() => counts.days.value).toEqual([])
  const answer = bridge.hold('logs.days')
  filters.clear()
  expect(counts.days.value).toBeNull()
  await new Promise((resolve) => setTimeout(resolve, 50))
  await answer()
  await expect.poll(() => counts.days.value?.length).toBe(1)
})
