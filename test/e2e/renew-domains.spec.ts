import type { Locator, Page } from '@playwright/test'
import { addYears } from '#shared/renewal-expiry.ts'
import { expectAccessible } from '#test/e2e/support/expect-accessible.ts'
import { callMain } from '#test/e2e/support/call-main.ts'
import { expect } from '#test/e2e/support/app-fixtures.ts'
import { holdReply } from '#test/e2e/support/hold-or-drop-ipc-reply.ts'
import {
  basketRow,
  expectReadableProblem,
  listChargedRenewals,
  comRenewalYen,
  expectOrderStatus,
  japanDateInDays,
  openRenew,
  orderRow,
  requestQuoteAndPay,
  renew,
  listRenewalRequests,
  payUntilBetaLacksBalance,
  setYears,
  startAndReadTwoAccounts,
  startWithTwoAccounts,
  test,
  selectOnly,
  waitForRunState,
  waitUntilAutoRenewRead,
} from '#test/e2e/support/renewal-fixtures-and-steps.ts'
import { secrets } from '#test/e2e/support/small-world.ts'
import {
  addAccountByCommands,
  chooseOption,
  confirmAction,
  openArea,
  startSync,
  waitUntilListsRead,
} from '#test/e2e/support/user-steps.ts'

const netYen = 1_760

for (const language of ['en', 'ja'] as const) {
  test(`A basket of two accounts is renewed once per domain, for the shown years and price (${language})`, async ({
    harness,
    expiring,
  }) => {
    const page = await startWithTwoAccounts(harness, expiring, language)
    await openRenew(page)
    await expect(basketRow(page, 'alpha-late.com')).toHaveCount(0)
    await selectOnly(page, ['alpha-one.com', 'alpha-three.net', 'beta-0.com'])
    await setYears(page, 'alpha-three.net', 2)
    await page.getByTestId('request-quote').click()
    const yen = 2 * comRenewalYen + 2 * netYen
    const words =
      language === 'en'
        ? `Renew 3 domains for ¥${yen.toLocaleString('en')}`
        : `3 件のドメインを ${yen.toLocaleString('en')}円`
    await expect(page.getByTestId('pay')).toContainText(words)
    await expectReadableProblem(page, 'alpha-gone.com')
    await expect(basketRow(page, 'alpha-two.com').locator('[data-test="unselected-reason"]')).toHaveText(
      language === 'en' ? 'Deselected by you' : '選択解除済み',
    )
    await expect(basketRow(page, 'alpha-one.com').locator('[data-test="auto-renew"]')).toHaveText(
      /^(Off|Not read|オフ|未読み込み)$/,
    )
    // Problems are shown before the button, and a notice that both accounts share is shown once.
    expect(
      await page
        .getByTestId('quote-problems')
        .evaluate(
          (problems) =>
            !!(
              problems.compareDocumentPosition(document.querySelector('[data-test="pay"]')!) &
              Node.DOCUMENT_POSITION_FOLLOWING
            ),
        ),
    ).toBe(true)
    await expect(
      page
        .getByTestId('pay-panel')
        .getByText(language === 'en' ? 'The API does not report balances' : 'APIでは残高を確認できません'),
    ).toHaveCount(1)
    await page.getByTestId('agree').click()
    await page.getByTestId('pay').click()
    await waitForRunState(page, 'ended')
    for (const name of ['alpha-one.com', 'alpha-three.net', 'beta-0.com']) await expectOrderStatus(page, name, 'done')
    expect(listChargedRenewals(expiring)).toEqual(['alpha-one.com', 'alpha-three.net', 'beta-0.com'])
    expect(expiring.ledger.charges.reduce((sum, charge) => sum + charge.yen, 0)).toBe(yen)
    expect(listRenewalRequests(expiring).map(({ bodyJson }) => bodyJson)).toContainEqual(
      expect.objectContaining({ years: 2, current_expiry_date: japanDateInDays(7), expected_total_price: 2 * netYen }),
    )
    expect(new Set(listRenewalRequests(expiring).map(({ headers }) => headers['idempotency-key'])).size).toBe(3)
    await orderRow(page, 'alpha-three.net').click()
    await expect(page.getByTestId('order-status')).toHaveAttribute('data-order-status', 'done')
    await expect(page.getByTestId('steps').locator('[data-event="answered"]')).toBeVisible()
  })
}

test('A run with insufficient balance stops in that account only, and its orders can be quoted again and paid once', async ({
  harness,
  expiring,
  renewalRequestDelay,
}) => {
  // The details of Beta's domains would use up a minute of its quota, and the last payment would wait for the next one.
  const heal = expiring.faults.add({
    match: { method: 'GET', path: '^/v1/domain/[^/]+[.]' },
    fault: { kind: 'delay', ms: 2000 },
  })
  const page = await startAndReadTwoAccounts(harness, expiring)
  await callMain(page, 'sync.cancel', {})
  heal()
  await openRenew(page)
  await page.getByTestId('renew-select-all').click()
  await payUntilBetaLacksBalance(page, renewalRequestDelay)
  await waitForRunState(page, 'held')
  await expect(page.getByTestId('run-state')).toHaveText('On hold: balance')
  await expectAccessible(page, 'a run on hold')
  await expect(page.getByTestId('held-account')).toHaveCount(1)
  await expect(page.getByTestId('held-account')).toContainText('Beta')
  await expect(page.getByTestId('held-account-link')).toHaveAttribute('href', /accounts/)
  await expect(page.getByTestId('held-account')).toContainText('The balance was insufficient')
  for (const name of ['alpha-one.com', 'alpha-two.com', 'alpha-three.net']) await expectOrderStatus(page, name, 'done')
  const before = listChargedRenewals(expiring)
  expect(before.filter((name) => name.startsWith('alpha'))).toHaveLength(3)
  expect(before.filter((name) => name.startsWith('beta'))).toHaveLength(2)
  await expect(page.getByTestId('run-title')).toHaveText(/^Renew 13 · \d\d:\d\d \(Japan time\)$/)
  const title = (await page.getByTestId('run-title').textContent()) ?? ''

  await expect(page.getByTestId('orders-badge')).toHaveText('8')
  await expect(page.getByTestId('orders-badge')).toHaveAttribute(
    'title',
    'All accounts: 8 orders placed with Banto to decide, on hold, declined or with a new application needed',
  )
  await expect(page.getByTestId('area-orders')).toHaveAccessibleName('Orders 8')
  await expect(page.getByTestId('orders-filter-state-waits_for_user')).toHaveText(/8$/)
  await openArea(page, 'overview')
  const first = page.getByTestId('attention').getByRole('listitem').first()
  await expect(first).toContainText(`${title}: insufficient balance (`)
  await expect(first).toContainText('Beta')
  await expect(first).not.toContainText('Alpha')
  await first.getByRole('button', { name: 'Show orders' }).click()
  await expect(page.getByTestId('orders-count')).toContainText('13')

  expiring.world.user('beta').balance = 100_000
  await page.getByTestId('run-price-again').click()
  await expect(page.getByTestId('pay')).toContainText(
    `Renew 8 domains for ¥${(8 * comRenewalYen).toLocaleString('en')}`,
  )
  // The pay panel promises that the expiry is as shown, so the page shows it.
  await expect(page.getByTestId('order-again-table').getByRole('row').filter({ hasText: 'beta-9.com' })).toContainText(
    new RegExp(`${japanDateInDays(19)}\\s*${addYears(japanDateInDays(19), 1)}`),
  )
  await page.getByTestId('agree').click()
  await page.getByTestId('pay').click()
  // The card of the earlier run is the first one until the card of the new run is shown.
  await expect.poll(() => listChargedRenewals(expiring).length, { timeout: 60_000 }).toBe(13)
  await waitForRunState(page, 'ended')
  expect(new Set(listChargedRenewals(expiring)).size).toBe(13)
  await expect(page.getByTestId('orders-badge')).toHaveCount(0)

  await orderRow(page, 'beta-9.com').click()
  await expect(page.getByTestId('order-run')).toHaveText(/^Renew 8 · \d\d:\d\d \(Japan time\)$/)
  await page.getByTestId('order-target-link').click()
  await expect(page.getByTestId('domain-page')).toBeVisible()
  await expect(page.getByTestId('orders-of').getByRole('listitem')).toHaveCount(2)
  await page.getByTestId('orders-of').getByRole('link').first().click()
  await expect(page.getByTestId('order-status')).toHaveAttribute('data-order-status', 'done')
})

test('Orders that lacked balance stay named as such, also on the button that prices them again, when a domain is gone', async ({
  harness,
  expiring,
}) => {
  const page = await startWithTwoAccounts(harness, expiring)
  expiring.world.user('alpha').balance = 0
  expiring.world.user('beta').balance = 0
  await renew(page, ['alpha-one.com', 'beta-0.com'])
  await waitForRunState(page, 'ended')
  await expect(page.getByTestId('run-state')).toHaveText('Insufficient balance for 2 orders')
  await expect(page.getByTestId('run-price-again')).toHaveText('Check 2 prices again')

  expiring.world.user('alpha').domains.delete('alpha-one.com')
  const alpha = (await callMain(page, 'accounts.list', null)).find(({ label }) => label === 'Alpha')
  await callMain(page, 'sync.start', { accountIds: [alpha?.id ?? ''] })
  await expect(page.getByTestId('run-state')).toHaveText('Insufficient balance for 2 orders; 1 still to do')
  await expect(page.getByTestId('run-price-again')).toHaveText('Check 1 price again')
  await openArea(page, 'overview')
  const item = page.getByTestId('attention').getByRole('listitem').filter({ hasText: 'insufficient balance' })
  await expect(item).toContainText('insufficient balance (1 declined, still to do)')
  await item.getByRole('button', { name: 'Show orders' }).click()
  await expect(page.getByTestId('orders-count')).toContainText('1 of 2')
  await expect(orderRow(page, 'beta-0.com')).toBeVisible()
})

test('A domain’s page names the earlier orders of an account that was removed and added again', async ({
  harness,
  expiring,
}) => {
  const page = await startWithTwoAccounts(harness, expiring)
  await renew(page, ['alpha-one.com'])
  await waitForRunState(page, 'ended')
  const removed = (await callMain(page, 'accounts.list', null)).find(({ label }) => label === 'Alpha')
  await callMain(page, 'accounts.remove', { accountId: removed?.id ?? '' })
  await addAccountByCommands(page, {
    label: 'Alpha again',
    url: expiring.url,
    keys: [{ label: 'all', secret: secrets.alpha }],
  })
  await startSync(page)
  await waitUntilListsRead(page)
  await openArea(page, 'domains')
  await page.getByTestId('domains-table').getByRole('row').filter({ hasText: 'alpha-one.com' }).click()
  await expect(page.getByTestId('orders-of').getByRole('listitem')).toHaveCount(1)
  await expect(page.getByTestId('order-other-account')).toHaveText(/^Alpha\s*\(not in Banto\)$/)
})

test('Cancelling a run abandons its unsent orders, and none of them is sent', async ({
  harness,
  expiring,
  renewalRequestDelay,
}) => {
  const page = await startWithTwoAccounts(harness, expiring)
  expiring.world.user('beta').balance = 100_000
  renewalRequestDelay.delayAfter(0, 'beta')
  await renew(
    page,
    Array.from({ length: 10 }, (_, index) => `beta-${index}.com`),
  )
  await expect.poll(renewalRequestDelay.delayedCount, { timeout: 60_000 }).toBeGreaterThan(0)
  await page.getByTestId('run-cancel').click()
  await expect(page.getByTestId('confirm')).toBeVisible()
  await expectAccessible(page, 'cancel a run')
  await confirmAction(page)
  await expect.poll(async () => (await callMain(page, 'orders.runs', null))[0]?.isCancelled).toBe(true)
  renewalRequestDelay.release()
  await waitForRunState(page, 'ended')
  const [run] = await callMain(page, 'orders.runs', null)
  expect(run?.byStatus.abandoned).toBeGreaterThan(0)
  expect(run?.byStatus.done).toBe(listRenewalRequests(expiring).length)
  expect(listChargedRenewals(expiring)).toHaveLength(run?.byStatus.done ?? 0)
  await page.getByTestId('orders-filter-state-abandoned').click()
  await expect(page.getByTestId('orders-count')).toContainText(`${run?.byStatus.abandoned} of 10`)
})

test('A price that changed after the purchase is refused and charged only after it is confirmed again', async ({
  harness,
  expiring,
}) => {
  const page = await startWithTwoAccounts(harness, expiring)
  await openRenew(page)
  await selectOnly(page, ['alpha-one.com'])
  await page.getByTestId('request-quote').click()
  await expect(page.getByTestId('pay')).toContainText('Renew alpha-one.com for ¥1,650')
  const com = expiring.world.file.tlds.find(({ tld }) => tld === 'com')
  if (!com) throw new Error('The world has no .com')
  com.renew = 1_800
  await page.getByTestId('agree').click()
  await page.getByTestId('pay').click()
  await expectOrderStatus(page, 'alpha-one.com', 'refused')
  expect(listChargedRenewals(expiring)).toEqual([])
  await orderRow(page, 'alpha-one.com').click()
  await page.getByTestId('request-quote').click()
  await expectAccessible(page, 'an order with a new price')
  await expect(page.getByTestId('price-was')).toHaveText('¥1,650')
  await expect(page.getByTestId('price-now')).toHaveText('¥1,800')
  await page.getByTestId('agree').click()
  await page.getByTestId('pay').click()
  await expectOrderStatus(page, 'alpha-one.com', 'done')
  expect(expiring.ledger.charges.map(({ target, yen }) => [target, yen])).toEqual([['alpha-one.com', 1_800]])
})

test('A renewal is paid with the keyboard alone', async ({ harness, expiring }) => {
  const page = await startWithTwoAccounts(harness, expiring)
  await waitUntilAutoRenewRead(page)
  await openRenew(page)
  await chooseOption(page, page.getByTestId('renew-source'), 'Expired, or expire within 90 days')
  await expect(basketRow(page, 'alpha-late.com')).toBeVisible()
  await page.getByTestId('renew-deselect-all').focus()
  await page.keyboard.press('Enter')
  await page.getByTestId('renew-table').getByRole('grid').focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page.getByTestId('renew-selected-count')).toContainText('1 of')
  await page.getByTestId('request-quote').focus()
  await page.keyboard.press('Enter')
  await expect(page.getByTestId('pay')).toContainText('alpha-one.com')
  await page.getByTestId('agree').focus()
  await page.keyboard.press('Space')
  await page.keyboard.press('Tab')
  await expect(page.getByTestId('pay')).toBeFocused()
  await page.keyboard.press('Enter')
  await waitForRunState(page, 'ended')
  expect(listChargedRenewals(expiring)).toEqual(['alpha-one.com'])
})

test('The renewal page sends no call before a quote is requested, and nothing can be paid offline', async ({
  harness,
  expiring,
}) => {
  const page = await startWithTwoAccounts(harness, expiring)
  for (const { id } of await callMain(page, 'accounts.list', null))
    await callMain(page, 'orders.prices', { accountId: id, refresh: true })
  // Calls that read details in the background are not counted.
  const asked = () =>
    expiring.ledger.requests.filter(({ endpoint }) =>
      ['domain.pricing', 'domain.list', 'domain.renew'].includes(endpoint ?? ''),
    ).length
  await waitUntilAutoRenewRead(page)
  const before = asked()
  await openRenew(page)
  await expect(page.getByTestId('renew-estimate')).toContainText(
    `≈ ¥${(12 * comRenewalYen + netYen).toLocaleString('en')}`,
  )
  expect(asked()).toBe(before)
  await callMain(page, 'app.saveSettings', { isOffline: true })
  await expect(page.getByTestId('request-quote')).toBeDisabled()
  await expectAccessible(page, 'renewals offline')
  await openArea(page, 'orders')
  await expect(page.getByTestId('orders-table')).toContainText('No orders')
})

/** The selected checkbox of a domain. The row may be missing, because a renewed domain may leave the list. */
function selectedCheckbox(page: Page, name: string): Locator {
  return basketRow(page, name).getByRole('checkbox', { checked: true })
}

test('The basket cannot be changed while its purchase is being stored, and a paid domain leaves it', async ({
  harness,
  expiring,
}) => {
  const page = await startWithTwoAccounts(harness, expiring)
  await openRenew(page)
  await selectOnly(page, ['alpha-one.com'])
  await page.getByTestId('request-quote').click()
  await expect(page.getByTestId('pay')).toBeVisible()
  const release = await holdReply(harness, 'orders.confirm')
  await page.getByTestId('agree').click()
  await page.getByTestId('pay').click()
  await expect(page.getByTestId('pay')).toHaveAttribute('aria-busy', 'true')
  await basketRow(page, 'alpha-two.com').click()
  await expect(basketRow(page, 'alpha-two.com').getByRole('checkbox')).not.toBeChecked()
  await expect(basketRow(page, 'alpha-one.com').locator('.years-choice .n-base-selection--disabled')).toBeVisible()
  await expect(page.getByTestId('price-again')).toBeDisabled()
  await expectAccessible(page, 'an order that is being written')
  await release()
  await waitForRunState(page, 'ended')
  await page.getByTestId('orders-renew').click()
  await expect(basketRow(page, 'alpha-three.net')).toBeVisible()
  await expect(selectedCheckbox(page, 'alpha-one.com')).toHaveCount(0)
  expect(listChargedRenewals(expiring)).toEqual(['alpha-one.com'])
})

test('The orders being stored are counted, and paid domains leave the basket even if the page is left meanwhile', async ({
  harness,
  expiring,
}) => {
  const page = await startWithTwoAccounts(harness, expiring)
  await openRenew(page)
  await selectOnly(page, ['alpha-one.com', 'alpha-two.com'])
  await page.getByTestId('request-quote').click()
  await expect(page.getByTestId('pay')).toBeVisible()
  const release = await holdReply(harness, 'orders.confirm')
  await page.getByTestId('agree').click()
  await page.getByTestId('pay').click()
  await expect(page.getByTestId('pay-panel').getByRole('status')).toHaveText('Recording 2 orders…')
  await page.getByTestId('orders').click()
  await release()
  await waitForRunState(page, 'ended')
  await page.getByTestId('orders-renew').click()
  await expect(basketRow(page, 'alpha-three.net')).toBeVisible()
  for (const name of ['alpha-one.com', 'alpha-two.com']) await expect(selectedCheckbox(page, name)).toHaveCount(0)
  await expect(page.getByTestId('request-quote')).toBeDisabled()
  expect(listChargedRenewals(expiring)).toEqual(['alpha-one.com', 'alpha-two.com'])
})

test('Domains that were not paid stay selected for the next purchase', async ({ harness, expiring }) => {
  const page = await startWithTwoAccounts(harness, expiring)
  const beta = (await callMain(page, 'accounts.list', null)).find(({ label }) => label === 'Beta')
  if (!beta) throw new Error('There is no Beta')
  await waitUntilAutoRenewRead(page)
  await callMain(page, 'accounts.update', { accountId: beta.id, isPaused: true })
  await openRenew(page)
  await requestQuoteAndPay(page)
  await waitForRunState(page, 'ended')
  await callMain(page, 'accounts.update', { accountId: beta.id, isPaused: false })
  await page.getByTestId('orders-renew').click()
  await expect(basketRow(page, 'beta-0.com').getByRole('checkbox')).toBeChecked()
  await expect(selectedCheckbox(page, 'alpha-one.com')).toHaveCount(0)
  await expect(page.getByTestId('renew-selected-count')).toContainText('10 of')
})
