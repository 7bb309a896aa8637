import { expect } from '#test/e2e/support/app-fixtures.ts'
import { startWithTwoAccounts, test } from '#test/e2e/support/renewal-fixtures.ts'
import { secrets } from '#test/e2e/support/small-world.ts'
import { openArea, startSync, addAccountByCommands, waitUntilListsRead } from '#test/e2e/support/user-steps.ts'

test('The overview and the list counts cover the selected accounts and link to the counted domains', async ({
  harness,
  expiring,
}) => {
  const page = await startWithTwoAccounts(harness, expiring)
  await openArea(page, 'overview')
  const totals = page.getByTestId('totals')
  const expiries = page.getByTestId('attention-domains_expiring')
  await expect(totals).toContainText('2 accounts · 15 domains')
  await expect(expiries).toHaveText([
    /^3 active domains due within 7 days/,
    /^8 active domains due within 14 days/,
    /^13 active domains due within 30 days/,
  ])
  const accountItems = page.getByTestId('sidebar-account')
  await accountItems.filter({ hasText: 'Alpha' }).click()
  await expect(totals).toContainText('1 account · 5 domains')
  await expect(page.getByTestId('domains-active')).toContainText('4')
  await expect(expiries).toHaveText([/^3 active domains due within 7 days/])
  await expect(page.getByTestId('next-expiries').getByRole('listitem')).toHaveCount(4)
  await accountItems.filter({ hasText: 'Beta' }).click()
  await expect(totals).toContainText('1 account · 10 domains')
  await expect(page.getByTestId('attention-domains_expired')).toHaveCount(0)
  await expect(expiries).toHaveText([/^5 active domains due within 14 days/, /^10 active domains due within 30 days/])
  await page.getByTestId('sidebar-all').click()
  await expiries.last().getByRole('button').click()
  await expect(page.getByTestId('domains-count')).toHaveText('13 of 15 domains')
  await expect(page.getByTestId('domains-table').getByRole('row').nth(1)).toContainText('alpha-one.com')
  await expect(page.getByTestId('domains-filter-status-active')).toContainText('13')
  await expect(page.getByTestId('domains-filter-status-expired')).toContainText('1')
  await page.getByTestId('domains-filter-text').fill('beta')
  await expect(page.getByTestId('domains-filter-status-active')).toContainText('10')
  await expect(page.getByTestId('domains-filter-status-expired')).toContainText('0')
  await expect(page.getByTestId('domains-renew-matching')).toHaveText(/Renew these 10…/)
  await page.getByTestId('domains-renew-matching').click()
  await expect(page.getByTestId('renew-selected-count')).toContainText('10 of 10')
  // The list has no selection that the user did not make.
  await openArea(page, 'domains')
  await expect(page.getByTestId('domains-renew-matching')).toBeVisible()
  await expect(page.getByTestId('domains-selection')).toBeHidden()
  expect(expiring.ledger.charges).toEqual([])
})

test('An attention item of two accounts names one account whole and counts the other in a window of 1280 px', async ({
  harness,
  expiring,
}) => {
  const page = await harness.start()
  for (const [label, secret] of [
    ['Minato Design', secrets.alpha],
    ['Kita Systems', secrets.beta],
  ] as const)
    await addAccountByCommands(page, { label, url: expiring.url, keys: [{ label: 'all', secret }] })
  await startSync(page)
  await waitUntilListsRead(page)
  await openArea(page, 'overview')
  const item = page.getByTestId('attention-domains_expiring').last()
  await expect(item).toContainText(/within 30 days or overdue/)
  const isCut = (label: Element) => label.scrollWidth > label.clientWidth
  // The accounts of an item are in the order of their ids, which are random.
  await expect(item.getByTestId('attention-more-accounts')).toHaveAttribute(
    'title',
    /^(Minato Design\nKita Systems|Kita Systems\nMinato Design)$/,
  )
  const names = item.locator('.account-label .cut')
  await expect(names).toHaveCount(1)
  expect(await names.evaluate(isCut)).toBe(false)
})
