import type { Page } from '@playwright/test'
import type { Simulator } from '#simulator/start-simulator.ts'
import type { AppHarness } from './app-fixtures.ts'
import { secrets } from './small-world.ts'
import { addAccountByCommands, startSync, waitUntilSynced } from './user-steps.ts'

/** Starts the app with the accounts Alpha and Beta of the small world, and waits for their first sync. */
export async function startWithTwoSyncedAccounts(harness: AppHarness, simulator: Simulator): Promise<Page> {
  const page = await harness.start()
  await addAccountByCommands(page, {
    label: 'Alpha',
    url: simulator.url,
    keys: [{ label: 'all', secret: secrets.alpha }],
  })
  await addAccountByCommands(page, {
    label: 'Beta',
    url: simulator.url,
    keys: [{ label: 'all', secret: secrets.beta }],
  })
  await startSync(page)
  await waitUntilSynced(page)
  return page
}
