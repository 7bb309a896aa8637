import { onTestFinished, expect, test } from 'vitest'
import type { Account } from '#shared/ipc/accounts.ts'
import { useRefreshPriceLists } from '#renderer/features/orders/spending/useRefreshPriceLists.ts'
import { useAccounts } from '#renderer/stores/accounts-and-selection.ts'
import { startSimulatorRig } from '#test/main-process-rig.ts'
import { connectRigBridge } from '#test/renderer/bridge-to-main-process-rig.ts'
import { runInSetup } from '#test/renderer/run-in-setup.ts'

test('Accounts whose price list could not be fetched are all shown, or those of the selection', async () => {
  const rig = await startSimulatorRig()
  onTestFinished(() => rig.close())
  const { made, leave } = runInSetup(() => {
    const accounts = useAccounts()
    return { accounts, all: useRefreshPriceLists(), ofSelection: useRefreshPriceLists(accounts.isSelected) }
  })
  onTestFinished(leave)
  connectRigBridge(rig)
  made.accounts.accounts = ['one', 'two'].map((id) => ({ id })) as Account[]
  // Main knows neither account.
  for (const prices of [made.all, made.ofSelection]) {
    expect(await prices.refresh(['one', 'two'])).toBe(0)
    expect(prices.failed.value).toEqual(['one', 'two'])
  }
  made.accounts.select(['two'])
  expect(made.all.failed.value).toEqual(['one', 'two'])
  expect(made.ofSelection.failed.value).toEqual(['two'])
})
