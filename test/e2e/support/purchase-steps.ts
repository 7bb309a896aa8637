// Steps of a purchase in the window, shared by the tests of the purchase pages.
import type { Simulator } from '#simulator/start-simulator.ts'
import { expect, type Locator, type Page } from '@playwright/test'
import { callMain } from './call-main.ts'
import type { AppHarness } from './app-fixtures.ts'
import { startWithSyncedAlpha } from './start-with-synced-accounts.ts'
import { openArea } from './user-steps.ts'

export type Language = 'ja' | 'en'
export type PurchasePage = 'orders-server' | 'orders-acquire' | 'orders-transfer'

/** Starts the app with one synced account and opens a purchase page. */
export async function openPurchasePage(
  harness: AppHarness,
  simulator: Simulator,
  page: PurchasePage,
  language: Language = 'en',
): Promise<Page> {
  const window = await startWithSyncedAlpha(harness, simulator)
  await callMain(window, 'app.saveSettings', { language })
  await openPage(window, page)
  return window
}

export async function openPage(window: Page, page: PurchasePage): Promise<void> {
  await openArea(window, 'orders')
  await window.getByTestId(page).click()
}

/** Requests a quote and waits until it can be paid. */
export async function requestQuote(window: Page): Promise<void> {
  await window.getByTestId('request-quote').click()
  await expect(window.getByTestId('pay')).toBeVisible()
}

/** Agrees to the terms and clicks the pay button. */
export async function agreeAndPay(window: Page): Promise<void> {
  await expect(window.getByTestId('pay')).toBeDisabled()
  await window.getByTestId('agree').click()
  await window.getByTestId('pay').click()
}

export function locatePlacedOrder(window: Page, target: string): Locator {
  return window.getByTestId('placed-intent').filter({ hasText: target })
}

export async function expectState(window: Page, target: string, state: string): Promise<void> {
  await expect(locatePlacedOrder(window, target)).toHaveAttribute('data-state', state)
}

/** The requests of an endpoint without dry runs. */
export function listRequests(simulator: Simulator, endpoint: string) {
  return simulator.ledger.requests.filter(
    ({ endpoint: name, bodyJson }) => name === endpoint && (bodyJson as { dry_run?: boolean }).dry_run !== true,
  )
}

export function listCharges(simulator: Simulator): [kind: string, target: string, yen: number][] {
  return simulator.ledger.charges.map(({ kind, target, yen }) => [kind, target, yen])
}
