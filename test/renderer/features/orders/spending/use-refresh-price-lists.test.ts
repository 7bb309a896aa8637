import { onTestFinished, expect, test } from 'vitest'
import type { Account } from '#shared/ipc/accounts.ts'
import { useRefreshPriceLists } from '#renderer/features/orders/spending/useRefreshPriceLists.ts'
import { useAccounts } from '#renderer/stores/accounts-and-selection.ts'
import { startSimulatorRig } from '#test/main-process-rig.ts'
import { connectRigBridge } from '#test/renderer/bridge-to-main-process-rig.ts'
import { runInSetup } from '#test/renderer/run-in-setup.ts'

test('Only selected accounts are shown as those whose price list could not be fetched', async () => {
  const rig = await startSimulatorRig()
  onTestFinished(() => rig.close())
  const { made, leave } = runInSetup(() => ({ accounts: useAccounts(), prices: useRefreshPriceLists() }))
  onTestFinished(leave)
  connectRigBridge(rig)
  made.accounts.accounts = ['one', 'two'].map((id) => ({ id })) as Account[]
  // Main knows neither account.
  expect(await made.prices.refresh(['one', 'two'])).toBe(0)
  expect(made.prices.failed.value).toEqual(['one', 'two'])
  made.accounts.select(['two'])
  expect(made.prices.failed.value).toEqual(['two'])
})
