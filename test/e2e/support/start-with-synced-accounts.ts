import type { Page } from '@playwright/test'
import type { Simulator } from '#simulator/start-simulator.ts'
import type { AppHarness } from './app-fixtures.ts'
import type { LaunchOptions } from './launch-app.ts'
import { secrets } from './small-world.ts'

/**
 * Starts the app with the account Alpha of the small world, whose domains and servers are read as the world file says.
 */
export function startWithSyncedAlpha(
  harness: AppHarness,
  simulator: Simulator,
  options?: Partial<LaunchOptions>,
): Promise<Page> {
  return harness.startWithSyncedAccounts({ simulator, accounts: { Alpha: secrets.alpha } }, options)
}

/**
 * Starts the app with the accounts Alpha and Beta of the small world, whose domains and servers are read as the world
 * file says.
 */
export function startWithTwoSyncedAccounts(harness: AppHarness, simulator: Simulator): Promise<Page> {
  return harness.startWithSyncedAccounts({ simulator, accounts: { Alpha: secrets.alpha, Beta: secrets.beta } })
}
