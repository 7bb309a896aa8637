import type { Page } from '@playwright/test'
import { callMain } from '#test/e2e/support/call-main.ts'
import { expect } from '#test/e2e/support/app-fixtures.ts'
import {
  expectReadableProblem,
  listChargedRenewals,
  comRenewalYen,
  expectOrderStatus,
  requestQuoteAndPay,
  listRenewalRequests,
  startWithTwoAccounts,
  test,
  waitForRunState,
} from '#test/e2e/support/renewal-fixtures-and-steps.ts'
import { openArea, startSync } from '#test/e2e/support/user-steps.ts'

/** More tab stops than the list of domains or the basket has. */
const maxTabStops = 80

function row(page: Page, name: string) {
  return page.getByTestId('domains-table').getByRole('row').filter({ hasText: name })
}

function box(page: Page, name: string) {
  return row(page, name).getByRole('checkbox')
}

function grid(page: Page) {
  return page.getByTestId('domains-table').getByRole('grid')
}

async function openDomains(page: Page): Promise<void> {
  await openArea(page, 'domains')
  await expect(row(page, 'alpha-one.com')).toBeVisible()
}

/** Presses a key until the focus is on or inside the element with that `data-test`. */
async function reach(page: Page, name: string, key: 'Tab' | 'Shift+Tab'): Promise<void> {
  for (let stop = 0; stop < maxTabStops; stop += 1) {
    await page.keyboard.press(key)
    if (await page.evaluate((wanted) => document.activeElement?.closest(`[data-test="${wanted}"]`) !== null, name))
      return
  }
  throw new Error(`${key} does not reach ${name}`)
}

/** Selects a row with the keyboard; the focus must be on the table. */
async function selectWithKeys(page: Page, name: string): Promise<void> {
  const index = Number(await row(page, name).getAttribute('aria-rowindex')) - 2
  await page.keyboard.press('Home')
  for (let step = 0; step < index; step += 1) await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Space')
  await expect(box(page, name)).toBeChecked()
}

test('Two domains of two accounts are selected, renewed and charged once each with the keyboard alone', async ({
  harness,
  expiring,
}) => {
  const page = await startWithTwoAccounts(harness, expiring)
  await page.keyboard.press('ControlOrMeta+2')
  await expect(row(page, 'alpha-one.com')).toBeVisible()
  for (
    let stop = 0;
    stop < maxTabStops && !(await grid(page).evaluate((element) => element === document.activeElement));
    stop += 1
  )
    await page.keyboard.press('Tab')
  await selectWithKeys(page, 'alpha-two.com')
  await selectWithKeys(page, 'beta-3.com')
  await expect(page.getByTestId('domains-selected')).toHaveText('2 selected')
  await reach(page, 'domains-renew', 'Shift+Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByTestId('renew-selected-count')).toContainText('2 of 2')
  await reach(page, 'request-quote', 'Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByTestId('pay')).toContainText(
    `Renew 2 domains for ¥${(2 * comRenewalYen).toLocaleString('en')}`,
  )
  await reach(page, 'agree', 'Tab')
  await page.keyboard.press('Space')
  await reach(page, 'pay', 'Tab')
  await page.keyboard.press('Enter')
  await waitForRunState(page, 'ended')
  expect(listChargedRenewals(expiring)).toEqual(['alpha-two.com', 'beta-3.com'])
  expect(new Set(listRenewalRequests(expiring).map(({ headers }) => headers['idempotency-key'])).size).toBe(2)

  await openDomains(page)
  await expect(box(page, 'alpha-two.com')).not.toBeChecked()
  await expect(page.getByTestId('domains-selection')).toHaveCount(0)
})

test('The counts of the domain list keep to one line above the actions of a selection', async ({
  harness,
  expiring,
}) => {
  const page = await startWithTwoAccounts(harness, expiring)
  await openDomains(page)
  await page.getByTestId('domains-filter-text').fill('alpha')
  await expect(page.getByTestId('clear-filters')).toBeVisible()
  await box(page, 'alpha-one.com').click()
  for (const size of [
    { width: 1280, height: 800 },
    { width: 1024, height: 640 },
  ]) {
    await page.setViewportSize(size)
    const topOf = async (name: string) => (await page.getByTestId(name).boundingBox())?.y ?? 0
    const [counts, clear] = [await topOf('domains-count'), await topOf('clear-filters')]
    expect(Math.abs(counts - clear)).toBeLessThan(10)
    expect(await topOf('domains-selection')).toBeGreaterThan(counts + 10)
  }
})

test('The offer to select all matches stands behind the actions of a selection, so that it moves none of them', async ({
  harness,
  expiring,
}) => {
  const page = await startWithTwoAccounts(harness, expiring)
  await openDomains(page)
  await box(page, 'alpha-one.com').click()
  const leftOf = async (name: string) => (await page.getByTestId(name).boundingBox())?.x ?? 0
  await expect(page.getByTestId('domains-select-all')).toBeVisible()
  const actions = await Promise.all(['domains-clear-selection', 'domains-change', 'domains-renew'].map(leftOf))
  expect(Math.max(...actions)).toBeLessThan(await leftOf('domains-select-all'))
})

test('Selected domains stay selected under other filters, sort orders and views, and are renewed', async ({
  harness,
  expiring,
}) => {
  const page = await startWithTwoAccounts(harness, expiring)
  await openDomains(page)
  await box(page, 'alpha-one.com').click()
  await expect(page.getByTestId('domain-page')).toHaveCount(0)
  await page.getByTestId('domains-filter-text').fill('beta')
  await expect(page.getByTestId('domains-selected-hidden')).toHaveText('1 not shown in the list')
  // A click on a row that moves would select another one.
  await expect(box(page, 'alpha-two.com')).toHaveCount(0)
  await box(page, 'beta-0.com').click()
  await expect(page.getByTestId('domains-selected')).toHaveText('2 selected')
  await expect(page.getByTestId('domains-selected-hidden')).toHaveText('1 not shown in the list')
  await openArea(page, 'servers')
  await openArea(page, 'domains')
  await expect(page.getByTestId('domains-selected')).toHaveText('2 selected')
  await expect(page.getByTestId('domains-selected-hidden')).toHaveText('1 not shown in the list')
  await page.getByTestId('clear-filters').click()
  await expect(page.getByTestId('domains-selected-hidden')).toHaveCount(0)
  await grid(page).getByRole('button', { name: 'Expiry' }).click()
  await expect(box(page, 'alpha-one.com')).toBeChecked()
  await expect(box(page, 'beta-0.com')).toBeChecked()
  await page.getByTestId('domains-renew').click()
  await expect(page.getByTestId('renew-selected-count')).toContainText('2 of 2')
  await requestQuoteAndPay(page)
  await waitForRunState(page, 'ended')
  expect(listChargedRenewals(expiring)).toEqual(['alpha-one.com', 'beta-0.com'])
})

test('All matches or a range can be selected at once; Escape and Clear deselect all, and Enter opens a domain', async ({
  harness,
  expiring,
}) => {
  const page = await startWithTwoAccounts(harness, expiring)
  await openDomains(page)
  const all = page.getByTestId('select-all-rows')
  await expect(all).toHaveAttribute('aria-checked', 'false')
  await grid(page).focus()
  for (const key of ['Home', 'Space']) await page.keyboard.press(key)
  await expect(all).toHaveAttribute('aria-checked', 'mixed')
  await expect(grid(page).getByRole('row', { selected: true })).toHaveCount(1)
  await page.getByTestId('domains-select-all').click()
  await expect(page.getByTestId('domains-selected')).toHaveText('15 selected')
  await expect(all).toHaveAttribute('aria-checked', 'true')
  await grid(page).focus()
  await page.keyboard.press('Escape')
  await expect(page.getByTestId('domains-selection')).toHaveCount(0)

  for (const key of ['Home', 'Space', 'ArrowDown', 'ArrowDown', 'Shift+Space', 'Shift+ArrowDown'])
    await page.keyboard.press(key)
  await expect(page.getByTestId('domains-selected')).toHaveText('4 selected')
  await box(page, 'beta-5.com').click({ modifiers: ['Shift'] })
  await expect(page.getByTestId('domains-selected')).toHaveText('11 selected')
  await box(page, 'beta-5.com').click()
  await box(page, 'beta-2.com').click({ modifiers: ['Shift'] })
  await expect(page.getByTestId('domains-selected')).toHaveText('7 selected')
  await page.getByTestId('domains-clear-selection').click()
  await expect(grid(page)).toBeFocused()
  await expect(page.getByTestId('domains-selection')).toHaveCount(0)

  await page.getByTestId('domains-filter-text').fill('alpha')
  await expect(row(page, 'beta-0.com')).toHaveCount(0)
  await all.click()
  await expect(page.getByTestId('domains-selected')).toHaveText('5 selected')
  await page.getByTestId('domains-renew').click()
  await expect(page.getByTestId('renew-selected-count')).toContainText('4 of 5')
  await expectReadableProblem(page, 'alpha-gone.com')
  await openDomains(page)
  await grid(page).focus()
  for (const key of ['Home', 'Enter']) await page.keyboard.press(key)
  await expect(page.getByTestId('domain-page')).toBeVisible()
})

test('A domain that is gone, or whose account is removed, is no longer selected', async ({ harness, expiring }) => {
  const page = await startWithTwoAccounts(harness, expiring)
  await openDomains(page)
  for (const name of ['alpha-one.com', 'alpha-two.com', 'beta-0.com']) await box(page, name).click()
  await expect(page.getByTestId('domains-selected')).toHaveText('3 selected')
  expiring.world.user('alpha').domains.delete('alpha-one.com')
  await startSync(page)
  await expect(row(page, 'alpha-one.com')).toHaveCount(0)
  await expect(page.getByTestId('domains-selected')).toHaveText('2 selected')
  const beta = (await callMain(page, 'accounts.list', null)).find(({ label }) => label === 'Beta')
  await openArea(page, 'overview')
  await callMain(page, 'accounts.remove', { accountId: beta?.id ?? '' })
  await openArea(page, 'domains')
  await expect(page.getByTestId('domains-selected')).toHaveText('1 selected')
})

test('A domain is renewed from its page, and the page of a domain that cannot be renewed says why', async ({
  harness,
  expiring,
}) => {
  const page = await startWithTwoAccounts(harness, expiring)
  await openDomains(page)
  await row(page, 'alpha-gone.com').click()
  await expect(page.getByTestId('domain-renew')).toBeDisabled()
  await expect(page.getByTestId('domain-renew-refusal')).toContainText('Expired')
  const [button, reason] = await Promise.all(
    ['domain-renew', 'domain-renew-refusal'].map((id) => page.getByTestId(id).boundingBox()),
  )
  expect(reason?.y, 'the reason has a line of its own').toBeGreaterThan((button?.y ?? 0) + (button?.height ?? 0))
  await page.getByTestId('domain-back').click()
  await row(page, 'alpha-three.net').click()
  await expect(page.getByTestId('domain-renew-refusal')).toHaveCount(0)
  await page.getByTestId('domain-renew').click()
  await expect(page.getByTestId('renew-selected-count')).toContainText('1 of 1')
  await requestQuoteAndPay(page)
  await expectOrderStatus(page, 'alpha-three.net', 'done')
  expect(listChargedRenewals(expiring)).toEqual(['alpha-three.net'])
})
