import { expect, onTestFinished, test } from 'vitest'
import { useNewSiteZonePlan } from '#renderer/features/new-site/useNewSiteZonePlan.ts'
import { startPlansRig } from '#test/main/plans/plans-rig.ts'
import { connectRigBridge } from '#test/renderer/bridge-to-main-process-rig.ts'
import { runInSetup } from '#test/renderer/run-in-setup.ts'

test('The review of a new site names a paused account only while the account is paused', async () => {
  const servername = 'web01.simulator.example'
  const rig = await startPlansRig({ user: { servers: [{ server_id: 'web01' }] } })
  const { accountId } = rig
  await rig.call('inventory.refreshServer', { accountId, name: servername })
  const bridge = connectRigBridge(rig)
  const { made, leave } = runInSetup(useNewSiteZonePlan)
  onTestFinished(leave)
  const source = { serverAccountId: accountId, servername, hosts: ['@' as const], verificationHost: null }
  const setPaused = async (isPaused: boolean) => {
    await rig.call('accounts.update', { accountId, isPaused })
    bridge.emit('accounts.changed', await rig.call('accounts.list', null))
  }
  const codes = () => made.plan.value?.domain.findings.map(({ code }) => code)

  await made.create({ accountId, name: 'example.com' }, { kind: 'new_site', ...source })
  expect(codes()).not.toContain('accountPaused')
  await setPaused(true)
  await expect.poll(codes, { timeout: 3_000 }).toContain('accountPaused')
  await setPaused(false)
  await expect.poll(codes, { timeout: 3_000 }).not.toContain('accountPaused')
})
