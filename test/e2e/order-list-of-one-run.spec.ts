import { expect } from '#test/e2e/support/app-fixtures.ts'
import {
  basketRow,
  openRenew,
  requestQuoteAndPay,
  renew,
  startWithTwoAccounts,
  test,
} from '#test/e2e/support/renewal-fixtures-and-steps.ts'
import { expectAccessible } from '#test/e2e/support/expect-accessible.ts'
import { openArea } from '#test/e2e/support/user-steps.ts'

test('The list of one run names the run and counts its orders only, until Orders is opened again', async ({
  harness,
  expiring,
}) => {
  const page = await startWithTwoAccounts(harness, expiring)
  await renew(page, ['alpha-one.com', 'alpha-two.com'])
  // All other domains were deselected by `renew`.
  await openRenew(page)
  // The rows move up once the renewed domains have left the table.
  for (const renewed of ['alpha-one.com', 'alpha-two.com']) await expect(basketRow(page, renewed)).toHaveCount(0)
  await basketRow(page, 'alpha-three.net').click()
  await requestQuoteAndPay(page)
  await expect(page.getByTestId('orders-filter-run')).toContainText('Renew alpha-three.net')
  await expect(page.getByTestId('orders-count')).toHaveText('1 of 3 orders')
  await expect(page.getByTestId('orders-filter-state').getByRole('button').first()).toHaveText('All1')
  await expect(page.getByTestId('orders-filter-state-done')).toHaveText('Completed1')
  await openArea(page, 'orders')
  await expect(page.getByTestId('orders-filter-run')).toHaveCount(0)
  await expect(page.getByTestId('orders-count')).toHaveText('3 orders')
  await expect(page.getByTestId('orders-filter-state-done')).toHaveText('Completed3')
  // The list of an earlier run says that it hides what was ordered later.
  await page.getByTestId('run').filter({ hasText: 'Renew 2' }).getByTestId('run-show').click()
  await expect(page.getByTestId('orders-count')).toHaveText('2 of 3 orders')
  await expect(page.getByTestId('orders-filter-newer')).toHaveText('Newer orders are not shown')
  await expectAccessible(page, 'the list of an earlier run')
  await page.getByTestId('orders-filter-newer').click()
  await expect(page.getByTestId('orders-count')).toHaveText('3 orders')
})
