import type { Page } from '@playwright/test'
import { callMain } from '#test/e2e/support/call-main.ts'
import { expect, test } from '#test/e2e/support/app-fixtures.ts'
import {
  listChargedRenewals,
  renew,
  startWithTwoAccounts,
  test as renewals,
  waitForRunState,
} from '#test/e2e/support/renewal-fixtures-and-steps.ts'
import { listCharges, expectState, openPurchasePage } from '#test/e2e/support/purchase-steps.ts'
import { openArea } from '#test/e2e/support/user-steps.ts'

/** More tab stops than any page of orders has. */
const maxTabStops = 80

/** Presses Tab until the focus is on or inside the element with that `data-test`. */
async function tabTo(page: Page, name: string): Promise<void> {
  for (let stop = 0; stop < maxTabStops; stop += 1) {
    await page.keyboard.press('Tab')
    if (await page.evaluate((wanted) => document.activeElement?.closest(`[data-test="${wanted}"]`) !== null, name))
      return
  }
  throw new Error(`Tab does not reach ${name}`)
}

async function press(page: Page, name: string, key = 'Enter'): Promise<void> {
  await tabTo(page, name)
  await page.keyboard.press(key)
}

async function agreeAndPay(page: Page): Promise<void> {
  await expect(page.getByTestId('pay')).toBeVisible()
  await press(page, 'agree', 'Space')
  await press(page, 'pay')
}

test('A part that scrolls has a focus ring after Tab, and none after a click followed by a key', async ({
  harness,
  simulator,
}) => {
  const page = await openPurchasePage(harness, simulator, 'orders-acquire')
  const part = page.getByTestId('acquire').locator('section.main')
  await part.click({ position: { x: 4, y: 300 } })
  await expect(part).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(part).toHaveCSS('outline-style', 'none')
  await page.keyboard.press('Tab')
  await expect(part).not.toBeFocused()
  await page.keyboard.press('Shift+Tab')
  await expect(part).toBeFocused()
  await expect(part).toHaveCSS('outline-style', 'solid')
})

test('A server is ordered with the keyboard alone', async ({ harness, simulator }) => {
  const page = await openPurchasePage(harness, simulator, 'orders-server')
  await expect(page.getByTestId('plan-standard-12')).toBeVisible()
  await tabTo(page, 'plans')
  await page.keyboard.press('ArrowDown')
  await tabTo(page, 'server-id')
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('bantokeys')
  await tabTo(page, 'auto-renew-on')
  await page.keyboard.press('ArrowDown')
  await press(page, 'request-quote')
  await agreeAndPay(page)
  await expectState(page, 'bantokeys', 'accepted')
  expect(listCharges(simulator)).toHaveLength(1)
  const [order] = (await callMain(page, 'orders.list', {})).rows
  expect(order?.item).toMatchObject({ kind: 'order', serverId: 'bantokeys', autoRenew: false })
})

test('A name is searched, given its years and acquired with the keyboard alone', async ({ harness, simulator }) => {
  const page = await openPurchasePage(harness, simulator, 'orders-acquire')
  await expect(page.getByTestId('names')).toBeVisible()
  await tabTo(page, 'names')
  await page.keyboard.type('banto-keys.com')
  await page.keyboard.press('Enter')
  await expect(page.getByTestId('basket-banto-keys.com')).toBeVisible()
  await tabTo(page, 'found-table')
  for (
    let stop = 0;
    stop < maxTabStops &&
    !(await page
      .getByTestId('found-table')
      .getByRole('grid')
      .evaluate((grid) => grid === document.activeElement));
    stop += 1
  )
    await page.keyboard.press('Tab')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page.getByTestId('basket')).toContainText('banto-keys.com')
  await tabTo(page, 'years-banto-keys.com')
  await page.keyboard.press('2')
  await press(page, 'request-quote')
  await agreeAndPay(page)
  await expectState(page, 'banto-keys.com', 'done')
  expect(listCharges(simulator)).toEqual([['acquire', 'banto-keys.com', 1_980]])
})

test('A domain is transferred in, and its order is opened and closed, with the keyboard alone', async ({
  harness,
  simulator,
}) => {
  const page = await openPurchasePage(harness, simulator, 'orders-transfer')
  simulator.world.registered.set('move-keys.com', {
    domain_name: 'move-keys.com',
    auth_code: null,
    locked: false,
    transfer_seconds: 3600,
    transfer_outcome: 'done',
  })
  await tabTo(page, 'transfer-name')
  await page.keyboard.type('move-keys.com')
  await tabTo(page, 'auth-code')
  await page.keyboard.type('some-code')
  await page.keyboard.press('Enter')
  await agreeAndPay(page)
  await expectState(page, 'move-keys.com', 'accepted')
  expect(listCharges(simulator)).toEqual([['transfer', 'move-keys.com', 1_650]])

  await openArea(page, 'orders')
  await expect(page.getByTestId('orders-table')).toContainText('move-keys.com')
  const table = page.getByTestId('orders-table').getByRole('grid')
  for (
    let stop = 0;
    stop < maxTabStops && !(await table.evaluate((grid) => grid === document.activeElement));
    stop += 1
  )
    await page.keyboard.press('Tab')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page.getByTestId('order-status')).toHaveAttribute('data-order-status', 'accepted')
  await tabTo(page, 'order-details')
  await page.keyboard.press('Escape')
  await expect(page.getByTestId('intent')).toHaveCount(0)
  await expect(table).toBeFocused()
})

renewals(
  'A run is paused, cancelled and hidden, and the spending is opened, with the keyboard alone',
  async ({ harness, expiring, renewalRequestDelay }) => {
    const page = await startWithTwoAccounts(harness, expiring)
    expiring.world.user('beta').balance = 100_000
    renewalRequestDelay.delayAfter(1, 'beta')
    await renew(
      page,
      Array.from({ length: 10 }, (_, index) => `beta-${index}.com`),
    )
    await expect.poll(renewalRequestDelay.delayedCount, { timeout: 60_000 }).toBeGreaterThan(0)
    await press(page, 'run-pause')
    await expect.poll(async () => (await callMain(page, 'orders.runs', null))[0]?.mayPause).toBe(false)
    renewalRequestDelay.release()
    await waitForRunState(page, 'paused')
    await press(page, 'run-cancel')
    await expect(page.getByTestId('confirm')).toBeVisible()
    await press(page, 'confirm-action')
    await waitForRunState(page, 'ended')
    expect(listChargedRenewals(expiring).length).toBeGreaterThan(0)
    expect(listChargedRenewals(expiring).length).toBeLessThan(10)
    await press(page, 'run-hide')
    await expect(page.getByTestId('runs')).toHaveCount(0)

    await press(page, 'orders-spending')
    await expect(page.getByTestId('past-spending-table')).toContainText('Total')
    await tabTo(page, 'spending-by')
    await page.keyboard.press('ArrowRight')
    await expect(page.getByTestId('past-spending-table').getByRole('columnheader').nth(1)).toHaveText('Beta')
  },
)
