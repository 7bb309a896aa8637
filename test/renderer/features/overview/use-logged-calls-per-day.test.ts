import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { useLoggedCallsPerDay } from '#renderer/features/overview/useLoggedCallsPerDay.ts'
import { useAccounts } from '#renderer/stores/accounts-and-selection.ts'
import { startSimulatorRig, type SimulatorRig } from '#test/main-process-rig.ts'
import { connectRigBridge, type RigBridge } from '#test/renderer/bridge-to-main-process-rig.ts'
import { runInSetup } from '#test/renderer/run-in-setup.ts'

let rig: SimulatorRig
let bridge: RigBridge

beforeEach(async () => {
  const users = ['one', 'two'].map((name) => ({ name, keys: [{ token: `token-of-${name}` }] }))
  rig = await startSimulatorRig({ world: { users } })
  onTestFinished(() => rig.close())
  for (const { name } of users) await rig.addAccount(name, [`token-of-${name}`])
  bridge = connectRigBridge(rig)
})

async function startCallsPerDay() {
  const { made, leave } = runInSetup(() => ({ accounts: useAccounts(), calls: useLoggedCallsPerDay() }))
  onTestFinished(leave)
  await made.accounts.load()
  const shownAccounts = () => made.calls.data.value?.keys.map(({ accountId }) => accountId)
  const idOf = (label: string) => made.accounts.accounts.find((account) => account.label === label)?.id ?? ''
  await expect.poll(shownAccounts).toHaveLength(2)
  return { ...made, shownAccounts, idOf }
}

test('The calls per day leave out a removed account, also if its log was not read since', async () => {
  const { shownAccounts, idOf } = await startCallsPerDay()
  await rig.call('accounts.remove', { accountId: idOf('one') })
  bridge.emit('accounts.changed', await rig.call('accounts.list', null))
  await expect.poll(shownAccounts, { timeout: 5_000 }).toEqual([idOf('two')])
})

test('The calls per day of the earlier account selection are marked as such until those of the new one are loaded', async () => {
  const { accounts, calls, shownAccounts, idOf } = await startCallsPerDay()
  expect(calls.isEarlierQuery.value).toBe(false)
  accounts.selectForLink([idOf('two')])
  expect(calls.isEarlierQuery.value).toBe(true)
  expect(shownAccounts()).toHaveLength(2)
  await expect.poll(() => calls.isEarlierQuery.value).toBe(false)
  expect(shownAccounts()).toEqual([idOf('two')])
})
