import { afterAll, beforeAll, expect, test } from 'vitest'
import { useQuotaUsage } from '#renderer/stores/quota-usage.ts'
import { useOverview } from '#renderer/composables/useOverview.ts'
import { startSimulatorRig, type SimulatorRig } from '#test/main-process-rig.ts'
import { connectRigBridge } from '#test/renderer/bridge-to-main-process-rig.ts'
import { runInSetup } from '#test/renderer/run-in-setup.ts'

const token = 'a-key-of-the-account'
let rig: SimulatorRig
beforeAll(async () => {
  rig = await startSimulatorRig({ world: { users: [{ name: 'user', keys: [{ token }] }] } })
  await rig.addAccount('Account', [token])
})
afterAll(() => rig.close())

test('The quota usage is read once for all views, and an event replaces what was read', async () => {
  const { calls, emit } = connectRigBridge(rig)
  const { made, leave } = runInSetup(() => ({
    overviews: [useOverview(), useOverview()],
    quotas: [useQuotaUsage(), useQuotaUsage()],
  }))
  const [quota] = made.quotas
  expect(quota?.loaded).toBeNull()
  expect(quota?.usages).toEqual([])
  await expect.poll(() => made.overviews.map(({ usages }) => usages.value?.[0]?.limitClass)).not.toContain(undefined)
  expect(calls.filter((name) => name === 'accounts.quota')).toHaveLength(1)
  emit('quota.changed', [])
  expect(made.overviews.map(({ usages }) => usages.value)).toEqual([[], []])
  leave()
})
