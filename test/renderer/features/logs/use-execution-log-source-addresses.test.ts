import { nextTick } from 'vue'
import { expect, onTestFinished, test } from 'vitest'
import { useExecutionLogSourceAddresses } from '#renderer/features/logs/useExecutionLogSourceAddresses.ts'
import { useAccounts } from '#renderer/stores/accounts-and-selection.ts'
import { startSimulatorRig } from '#test/main-process-rig.ts'
import { connectRigBridge } from '#test/renderer/bridge-to-main-process-rig.ts'
import { runInSetup } from '#test/renderer/run-in-setup.ts'

test('The source addresses of an earlier account selection are not shown until those of the new one are counted', async () => {
  const users = ['one', 'two'].map((name) => ({ name, keys: [{ token: `token-of-${name}` }] }))
  const rig = await startSimulatorRig({ world: { users } })
  onTestFinished(() => rig.close())
  const [one, two] = [await rig.addAccount('One', ['token-of-one']), await rig.addAccount('Two', ['token-of-two'])]
  await rig.call('logs.refreshArchive', { accountIds: [two.id], mayUseWholeQuota: true })
  const bridge = connectRigBridge(rig)
  const { made, leave } = runInSetup(() => ({ accounts: useAccounts(), addresses: useExecutionLogSourceAddresses() }))
  onTestFinished(leave)
  await made.accounts.load()
  made.accounts.select([one.id])
  await expect.poll(() => made.addresses.data.value).toEqual([])
  const answer = bridge.hold('logs.addresses')
  made.accounts.select([two.id])
  await nextTick()
  expect(made.addresses.data.value).toBeNull()
  await new Promise((resolve) => setTimeout(resolve, 50))
  await answer()
  await expect.poll(() => made.addresses.data.value).toHaveLength(1)
})
