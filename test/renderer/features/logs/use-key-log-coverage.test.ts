import { expect, onTestFinished, test } from 'vitest'
import { useKeyLogCoverage } from '#renderer/features/logs/useKeyLogCoverage.ts'
import { useAccounts } from '#renderer/stores/accounts-and-selection.ts'
import { startSimulatorRig } from '#test/main-process-rig.ts'
import { connectRigBridge } from '#test/renderer/bridge-to-main-process-rig.ts'
import { runInSetup } from '#test/renderer/run-in-setup.ts'

test('Logs are not shown as being read while only those of an earlier selection are', async () => {
  const users = ['one', 'two'].map((name) => ({ name, keys: [{ token: `token-of-${name}` }] }))
  const rig = await startSimulatorRig({ world: { users } })
  onTestFinished(() => rig.close())
  const one = await rig.addAccount('One', ['token-of-one'])
  const two = await rig.addAccount('Two', ['token-of-two'])
  const bridge = connectRigBridge(rig)
  const { made, leave } = runInSetup(() => ({ accounts: useAccounts(), coverage: useKeyLogCoverage() }))
  onTestFinished(leave)
  const { accounts, coverage } = made
  await accounts.load()
  accounts.select([one.id])
  const answer = bridge.hold('logs.refreshArchive')
  const read = coverage.refresh()
  expect(coverage.isReading.value).toBe(true)
  accounts.select([two.id])
  expect(coverage.isReading.value).toBe(false)
  accounts.select([one.id])
  expect(coverage.isReading.value).toBe(true)
  await answer()
  await read
  await expect.poll(() => coverage.isReading.value).toBe(false)
})
