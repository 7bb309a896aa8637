import type { Locator, Page } from '@playwright/test'
import type { Simulator } from '#simulator/start-simulator.ts'
import { expectAccessible } from '#test/e2e/support/expect-accessible.ts'
import { callMain } from '#test/e2e/support/call-main.ts'
import { expect } from '#test/e2e/support/app-fixtures.ts'
import {
  basketRow,
  deselectAll,
  listChargedRenewals,
  comRenewalYen,
  japanDateInDays,
  openRenew,
  setYears,
  startWithTwoAccounts,
  test,
  selectOnly,
  waitForRunState,
  waitUntilAutoRenewRead,
} from '#test/e2e/support/renewal-fixtures-and-steps.ts'
import { chooseOption, waitUntilSynced } from '#test/e2e/support/user-steps.ts'

/**
 * Renews the domain in the simulator, as if in the service's own panel, and returns the new expiry. Ends the sync
 * before, because a detail that it reads later would show the renewal, and the domain would leave the list.
 */
async function renewElsewhere(page: Page, simulator: Simulator, name: string): Promise<string> {
  await callMain(page, 'sync.cancel', {})
  await waitUntilSynced(page)
  const domain = simulator.world.user('alpha').domains.get(name)
  if (!domain?.expiryDate) throw new Error(`The world has no ${name}`)
  domain.expiryDate = `${Number(domain.expiryDate.slice(0, 4)) + 1}${domain.expiryDate.slice(4)}`
  return domain.expiryDate
}

async function getPrices(page: Page): Promise<void> {
  await page.getByTestId('request-quote').click()
  await expect(page.getByTestId('pay')).toBeVisible()
}

/** Whether the whole element is visible: in the window, and with nothing above it. */
const isUncovered = (element: Locator): Promise<boolean> =>
  element.evaluate((node) => {
    const { left, right, top, bottom } = node.getBoundingClientRect()
    return [top + 1, bottom - 1].every((y) => {
      const shown = document.elementFromPoint((left + right) / 2, y)
      return shown !== null && node.contains(shown)
    })
  })

test('The total is visible with the pay button in the smallest window, and the agreement only below the notices that it is about', async ({
  harness,
  expiring,
}) => {
  const page = await startWithTwoAccounts(harness, expiring)
  await page.setViewportSize({ width: 1024, height: 640 })
  await openRenew(page)
  await getPrices(page)
  await expect(page.getByTestId('pay')).toContainText(/for ¥[\d,]+/)
  const notices = page.getByTestId('pay-panel').getByRole('listitem')
  expect(await isUncovered(page.getByTestId('pay'))).toBe(true)
  expect(await isUncovered(notices.last())).toBe(false)
  expect(await isUncovered(page.getByTestId('agree'))).toBe(false)
  await page.getByTestId('show-agreement').click()
  await expect(page.getByTestId('agree')).toBeFocused()
  for (const part of [page.getByTestId('agree'), page.getByTestId('pay'), notices.last()])
    expect(await isUncovered(part)).toBe(true)
  await page.keyboard.press('Space')
  await expect(page.getByTestId('pay')).toBeEnabled()
})

for (const language of ['en', 'ja'] as const) {
  test(`A domain renewed outside Banto is deselected with a notice when its price arrives, and not charged (${language})`, async ({
    harness,
    expiring,
  }) => {
    const page = await startWithTwoAccounts(harness, expiring, language)
    const newExpiry = await renewElsewhere(page, expiring, 'alpha-one.com')
    await openRenew(page)
    await selectOnly(page, ['alpha-one.com', 'alpha-two.com'])
    await getPrices(page)
    await expect(basketRow(page, 'alpha-one.com').getByRole('checkbox')).not.toBeChecked()
    const words =
      language === 'en'
        ? `Expiry has changed from ${japanDateInDays(5)} to ${newExpiry}. Select the domain to renew it`
        : `有効期限が ${japanDateInDays(5)} から ${newExpiry} に変わりました。更新する場合は選択してください`
    await expect(page.getByTestId('row-expiry-changed')).toHaveText(words)
    await expect(page.getByTestId('renew-expiry-changed')).toContainText('1')
    await expectAccessible(page, 'a domain that was renewed elsewhere')
    await expect(page.getByTestId('pay')).toContainText('alpha-two.com')
    await page.getByTestId('agree').click()
    await page.getByTestId('pay').click()
    await waitForRunState(page, 'ended')
    expect(listChargedRenewals(expiring)).toEqual(['alpha-two.com'])
  })
}

test('A domain renewed outside Banto stays selected after it is selected again, even when its years change', async ({
  harness,
  expiring,
}) => {
  const page = await startWithTwoAccounts(harness, expiring)
  const newExpiry = await renewElsewhere(page, expiring, 'alpha-one.com')
  await openRenew(page)
  await selectOnly(page, ['alpha-one.com', 'alpha-two.com'])
  await getPrices(page)
  await basketRow(page, 'alpha-one.com').click()
  await expect(page.getByTestId('renew-expiry-changed')).toHaveCount(0)
  await expect(page.getByTestId('row-expiry-changed')).toHaveText(
    `Expiry has changed from ${japanDateInDays(5)} to ${newExpiry}`,
  )
  await setYears(page, 'alpha-one.com', 2)
  await expect(page.getByTestId('pay')).toContainText(
    `Renew 2 domains for ¥${(3 * comRenewalYen).toLocaleString('en')}`,
  )
  await expect(basketRow(page, 'alpha-one.com').getByRole('checkbox')).toBeChecked()
})

test('The table shows the age of the expiries and prices of the selected domains, and updates it after a quote', async ({
  harness,
  expiring,
}) => {
  const page = await startWithTwoAccounts(harness, expiring)
  await waitUntilAutoRenewRead(page)
  await openRenew(page)
  await expect(page.getByTestId('renew-data-age')).toContainText('Expiry dates of the selected domains last read')
  await expect(page.getByTestId('renew-data-age')).not.toContainText('Prices of the selected domains last read')
  const accounts = await callMain(page, 'accounts.list', null)
  for (const { id } of accounts) await callMain(page, 'orders.prices', { accountId: id, refresh: true })
  await chooseOption(page, page.getByTestId('renew-source'), 'Expired, or expire within 90 days')
  const rows = await callMain(page, 'inventory.expiring', { accountIds: null, days: 90, limit: 100 })
  const renewable = rows.filter(({ status }) => status === 'active')
  const oldest = new Date(Math.min(...renewable.map(({ readAt }) => readAt))).toISOString()
  await expect(page.getByTestId('renew-data-age').locator('time').first()).toHaveAttribute('datetime', oldest)
  await getPrices(page)
  await expect(page.getByTestId('renew-data-age')).toContainText('Prices of the selected domains last read')
})

test('The domains of a removed account leave the basket, and the others can be quoted', async ({
  harness,
  expiring,
}) => {
  const page = await startWithTwoAccounts(harness, expiring)
  await openRenew(page)
  await deselectAll(page)
  await basketRow(page, 'alpha-one.com').click()
  const beta = (await callMain(page, 'accounts.list', null)).find(({ label }) => label === 'Beta')
  await callMain(page, 'accounts.remove', { accountId: beta?.id ?? '' })
  await expect(basketRow(page, 'beta-0.com')).toHaveCount(0)
  await expect(page.getByTestId('renew-selected-count')).toContainText('1 of 4')
  await getPrices(page)
  await expect(page.getByTestId('pay')).toContainText('alpha-one.com')
})

test('A deselected domain stays deselected after another period was shown', async ({ harness, expiring }) => {
  const page = await startWithTwoAccounts(harness, expiring)
  await waitUntilAutoRenewRead(page)
  await openRenew(page)
  await chooseOption(page, page.getByTestId('renew-source'), 'Expired, or expire within 90 days')
  await basketRow(page, 'alpha-late.com').click()
  await expect(basketRow(page, 'alpha-late.com').getByRole('checkbox')).not.toBeChecked()
  await chooseOption(page, page.getByTestId('renew-source'), 'Expired, or expire within 30 days')
  await expect(basketRow(page, 'alpha-late.com')).toHaveCount(0)
  await chooseOption(page, page.getByTestId('renew-source'), 'Expired, or expire within 90 days')
  await expect(basketRow(page, 'alpha-late.com').getByRole('checkbox')).not.toBeChecked()
  await expect(basketRow(page, 'alpha-one.com').getByRole('checkbox')).toBeChecked()
})
