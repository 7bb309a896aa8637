import { openJournal } from '#main/orders/journal/open-journal.ts'
import { addYears } from '#shared/renewal-expiry.ts'
import { expectAccessible } from '#test/e2e/support/expect-accessible.ts'
import { callMain } from '#test/e2e/support/call-main.ts'
import { expect } from '#test/e2e/support/app-fixtures.ts'
import {
  listChargedRenewals,
  comRenewalYen,
  expectOrderStatus,
  japanDateInDays,
  openRenew,
  orderRow,
  payUntilBetaLacksBalance,
  requestQuoteAndPay,
  renew,
  listRenewalRequests,
  startWithTwoAccounts,
  test,
  selectOnly,
  waitForRunState,
  waitUntilAutoRenewRead,
} from '#test/e2e/support/renewal-fixtures-and-steps.ts'
import { confirmAction, openArea } from '#test/e2e/support/user-steps.ts'

/** Marks unsettled orders as `needsYou`, which Banto does only after checks over an hour. */
async function markNeedsYou(profile: string): Promise<void> {
  const journal = openJournal({ folder: profile, clock: { now: Date.now } })
  for (const { id, state } of journal.listOpen())
    if (state === 'unsettled') await journal.change(id, (intent) => ({ ...intent, needsYou: true }))
  await journal.close()
}

test('An order whose app is killed before the answer is settled after the restart, with one charge', async ({
  harness,
  expiring,
}) => {
  const page = await startWithTwoAccounts(harness, expiring)
  // One byte of the answer a minute: the app is killed after the charge and before the answer, however slow the machine
  // is.
  expiring.faults.add({ match: { method: 'POST', path: '/renew$' }, times: 1, fault: { kind: 'drip', ms: 60_000 } })
  await renew(page, ['alpha-one.com'])
  await expect(async () => expect(listChargedRenewals(expiring)).toEqual(['alpha-one.com'])).toPass()
  await expectOrderStatus(page, 'alpha-one.com', 'sent')
  await harness.app().kill()

  const again = await harness.start()
  await openArea(again, 'orders')
  await orderRow(again, 'alpha-one.com').click()
  await expect(again.getByTestId('order-status')).toHaveAttribute('data-order-status', 'done')
  for (const event of ['sent', 'interrupted', 'settled_by_reading'])
    await expect(again.getByTestId('steps').locator(`[data-event="${event}"]`)).toBeVisible()
  expect(listChargedRenewals(expiring)).toEqual(['alpha-one.com'])
  expect(listRenewalRequests(expiring)).toHaveLength(1)
})

test('An order whose answer is lost is shown as outcome unknown, is settled by a read with one charge, and then as inferred', async ({
  harness,
  expiring,
}) => {
  const page = await startWithTwoAccounts(harness, expiring)
  expiring.faults.add({ match: { method: 'POST', path: '/renew$' }, times: 1, fault: { kind: 'reset-after' } })
  await renew(page, ['alpha-one.com'])
  await expectOrderStatus(page, 'alpha-one.com', 'unsettled')
  await orderRow(page, 'alpha-one.com').click()
  await expect(page.getByTestId('order-status')).toContainText('Outcome unknown')
  await expect(page.getByTestId('intent')).not.toContainText(/fail/i)
  await page.getByTestId('read-again').click()
  await expect(page.getByTestId('order-status')).toHaveAttribute('data-order-status', 'done')
  expect(listChargedRenewals(expiring)).toEqual(['alpha-one.com'])
  expect(listRenewalRequests(expiring)).toHaveLength(1)

  const yen = `¥${comRenewalYen.toLocaleString('en')}`
  await expect(page.getByTestId('run-without-response')).toHaveText(
    `inferred or recorded, not confirmed by a response: 1 order (${yen})`,
  )
  const status = orderRow(page, 'alpha-one.com').locator('[data-order-status]')
  await expect(status).toHaveText('Completed (inferred)')
  await expect(page.getByTestId('order-status')).toContainText('Completed (inferred)')
  await expect(status).toHaveAttribute('title', /No response of the service confirms it\./)
  await page.getByTestId('orders-spending').click()
  await expect(page.getByTestId('spending-without-response')).toHaveText(
    `Of these, ${yen} in 1 order is counted by a check or by your decision: no response of the service confirms the charge.`,
  )
})

test('The user decides an order that no read settles: done, not done, or allowed to be repeated', async ({
  harness,
  expiring,
}) => {
  const page = await startWithTwoAccounts(harness, expiring)
  expiring.faults.add({
    match: { method: 'POST', path: '/renew$' },
    times: 3,
    fault: { kind: 'status', status: 502, code: 'BACKEND_ERROR' },
  })
  await renew(page, ['alpha-one.com', 'alpha-two.com', 'alpha-three.net'])
  for (const name of ['alpha-one.com', 'alpha-two.com', 'alpha-three.net'])
    await expectOrderStatus(page, name, 'unsettled')
  await harness.app().close()
  await markNeedsYou(harness.profile)

  const again = await harness.start()
  await expect(again.getByTestId('orders-badge')).toHaveText('3')
  await openArea(again, 'overview')
  await expect(again.getByTestId('attention-orders_need_you')).toContainText('3 orders need a decision')
  await expect(again.getByTestId('attention-orders_need_you')).toContainText('Alpha')
  await expectAccessible(again, 'the overview and the badge of orders that need a decision')
  await again.getByTestId('attention-orders_need_you').getByRole('button').click()
  // No order is left to send, so the run offers only the decision and no Resume button.
  await expect(again.getByTestId('run-decide')).toHaveText('Decide 3 orders')
  await expect(again.getByTestId('run-resume')).toHaveCount(0)
  await orderRow(again, 'alpha-one.com').click()
  const asked = again.getByTestId('manual-settlement')
  await expect(asked).toContainText('may or may not have been made')
  await expect(asked).toContainText('payment history of Alpha')
  await expectAccessible(again, 'an order that needs a decision')
  await asked.getByTestId('settle-happened').click()
  await expectAccessible(again, 'the decision')
  await confirmAction(again)
  await expect(again.getByTestId('order-status')).toHaveAttribute('data-order-status', 'done')

  await orderRow(again, 'alpha-three.net').click()
  await again.getByTestId('manual-settlement').getByTestId('settle-not-happened').click()
  const record = again.getByTestId('confirm-action')
  await expect(record).toHaveText('Record as not accepted')
  await expect(record).toHaveAccessibleName('Record as not accepted: alpha-three.net')
  await confirmAction(again)
  await expect(again.getByTestId('order-status')).toHaveAttribute('data-order-status', 'not_happened')
  await expect(again.getByTestId('order-details')).toContainText('Outcome recorded')
  await expect(again.getByTestId('order-details')).not.toContainText('Processed')
  expect(listRenewalRequests(expiring)).toHaveLength(3)
  expect(listChargedRenewals(expiring)).toEqual([])

  await orderRow(again, 'alpha-two.com').click()
  const repeat = again.getByTestId('manual-settlement').getByTestId('allow-repeat')
  await expect(repeat).toContainText(`Renew alpha-two.com for ¥${comRenewalYen.toLocaleString('en')} from Alpha`)
  await repeat.click()
  await expect(again.getByTestId('confirm')).toContainText('The new order is sent only if it is still ')
  await confirmAction(again)
  // The new order is shown, whatever the list was filtered by.
  await expect(again.getByTestId('order-status')).toHaveAttribute('data-order-status', 'done')
  await expect(again.getByTestId('clear-filters')).toHaveCount(0)
  const closedOrder = again.locator('[data-order-status="not_happened"]')
  await orderRow(again, 'alpha-two.com').filter({ has: closedOrder }).click()
  await expect(again.getByTestId('order-status')).toHaveAttribute('data-order-status', 'not_happened')
  await expect(again.getByTestId('later-order')).toContainText('A later order for it:')
  await expect(async () => expect(listChargedRenewals(expiring)).toEqual(['alpha-two.com'])).toPass()
  const keys = listRenewalRequests(expiring)
    .filter(({ path }) => path.includes('alpha-two'))
    .map(({ headers }) => headers['idempotency-key'])
  expect(keys).toHaveLength(2)
  expect(new Set(keys).size).toBe(2)
  const bodies = listRenewalRequests(expiring)
    .filter(({ path }) => path.includes('alpha-two'))
    .map(({ bodyText }) => bodyText)
  expect(new Set(bodies).size).toBe(1)
  await expect(again.getByTestId('orders-badge')).toHaveCount(0)
  const { rows } = await callMain(again, 'orders.list', { filter: { text: 'alpha-two.com' } })
  expect(rows.map(({ state }) => state).sort()).toEqual(['abandoned', 'done'])
})

test('An order that is asked about again states the check before the decision and its later reading, and stays shown after the decision', async ({
  harness,
  expiring,
}) => {
  const page = await startWithTwoAccounts(harness, expiring)
  const refuse = (status: number, code: string) =>
    expiring.faults.add({
      match: { method: 'POST', path: '/renew$' },
      times: 1,
      fault: { kind: 'status', when: 'before', status, code },
    })
  refuse(502, 'BACKEND_ERROR')
  await renew(page, ['alpha-one.com'])
  await expectOrderStatus(page, 'alpha-one.com', 'unsettled')
  await orderRow(page, 'alpha-one.com').click()
  await page.getByTestId('read-again').click()
  await expect(page.getByTestId('steps').locator('[data-event="read"]')).toBeVisible()
  // The order is repeated, and the repeat is declined, so that no accepted order explains a later expiry date.
  refuse(402, 'PAYMENT_REQUIRED')
  const [order] = (await callMain(page, 'orders.list', {})).rows
  await callMain(page, 'orders.settle', { intentId: order?.id ?? '', happened: false, repeat: true })
  await expect(page.getByTestId('later-order')).toContainText('Declined, not charged')

  const domain = expiring.world.user('alpha').domains.get('alpha-one.com')
  if (!domain?.expiryDate) throw new Error('The world has no alpha-one.com')
  domain.expiryDate = addYears(domain.expiryDate, 1)
  await callMain(page, 'sync.start', { accountIds: [order?.item.accountId ?? ''] })
  await expect(page.getByTestId('order-status')).toHaveAttribute('data-order-status', 'needs_you')
  await expect(page.getByTestId('manual-settlement')).toContainText('Last recorded check before your decision')
  await expect(page.getByTestId('steps').locator('[data-event="status_read"]')).toContainText(
    'Found by a later reading',
  )
  const run = page.getByTestId('run').filter({ has: page.getByTestId('run-decide') })
  await expect(run.getByTestId('run-state')).toHaveText('Decision needed')

  await page.getByTestId('settle-not-happened').click()
  await confirmAction(page)
  await expect(page.getByTestId('order-status')).toHaveAttribute('data-order-status', 'not_happened')
  await expect(page.getByTestId('later-order')).toBeVisible()
})

test('An order that was placed alone has no link to orders placed together, also when its run is not shown any more', async ({
  harness,
  expiring,
}) => {
  const page = await startWithTwoAccounts(harness, expiring)
  await renew(page, ['alpha-one.com'])
  await expectOrderStatus(page, 'alpha-one.com', 'done')
  await renew(page, ['alpha-two.com', 'alpha-three.net'])
  await expectOrderStatus(page, 'alpha-three.net', 'done')
  await harness.app().close()

  const again = await harness.start()
  await openArea(again, 'orders')
  await orderRow(again, 'alpha-one.com').click()
  await expect(again.getByTestId('idempotency-key')).toBeVisible()
  await expect(again.getByTestId('order-run')).toHaveCount(0)
  await orderRow(again, 'alpha-two.com').click()
  await expect(again.getByTestId('order-run')).toHaveText('Show all placed together')
})

test('An order in progress whose run is paused or cancelled says that it is not sent again', async ({
  harness,
  expiring,
  renewalRequestDelay,
}) => {
  const page = await startWithTwoAccounts(harness, expiring)
  // No renewal is answered during this test, however slow the machine is.
  renewalRequestDelay.delayAfter(0, 'alpha')
  await renew(page, ['alpha-one.com'])
  await expectOrderStatus(page, 'alpha-one.com', 'sent')
  await expect.poll(renewalRequestDelay.delayedCount).toBe(1)
  await page.getByTestId('run-pause').click()
  await orderRow(page, 'alpha-one.com').click()
  await expect(page.getByTestId('order-stopped')).toHaveText(
    'The run is paused. Until you resume, the order is not sent again.',
  )
  // Nothing can be resumed while the app is offline.
  await callMain(page, 'app.saveSettings', { isOffline: true })
  for (const button of ['order-resume', 'run-resume']) await expect(page.getByTestId(button)).toBeDisabled()
  await callMain(page, 'app.saveSettings', { isOffline: false })
  await page.getByTestId('order-resume').click()
  await expect(page.getByTestId('order-stopped')).toHaveCount(0)
  await page.keyboard.press('Escape')

  renewalRequestDelay.delayAfter(0, 'beta')
  await openRenew(page)
  await page.getByTestId('renew-select-all').click()
  await requestQuoteAndPay(page)
  // The service takes five at once, so that the others are left to cancel.
  await expectOrderStatus(page, 'beta-0.com', 'sent', 120_000)
  const run = page.getByTestId('run').filter({ hasText: 'Renew 12' })
  await run.getByTestId('run-cancel').click()
  await confirmAction(page)
  await orderRow(page, 'beta-0.com').click()
  await expect(page.getByTestId('order-stopped')).toHaveText('The run is cancelled. The order is not sent again.')
  await expect(page.getByTestId('order-resume')).toHaveCount(0)
  const sent = listRenewalRequests(expiring).map(({ path }) => path)
  expect(new Set(sent).size).toBe(sent.length)
})

test('The question whether to cancel an order follows the order', async ({ harness, expiring }) => {
  const page = await startWithTwoAccounts(harness, expiring)
  expiring.faults.add({
    match: { method: 'POST', path: '/renew$' },
    times: 1,
    fault: {
      kind: 'status',
      status: 429,
      code: 'RATE_LIMIT_EXCEEDED',
      when: 'before',
      headers: { 'retry-after': '4' },
    },
  })
  await renew(page, ['alpha-one.com'])
  await orderRow(page, 'alpha-one.com').click()
  await page.getByTestId('withdraw-order').click()
  const dialog = page.getByTestId('confirm')
  await expect(dialog).toContainText('has not accepted the order so far')
  await expect(dialog).toContainText('It cannot be cancelled now.', { timeout: 15_000 })
  await expect(page.getByTestId('confirm-action')).toBeDisabled()
})

test('A renewal that is quoted again shows the current and the new expiry', async ({ harness, expiring }) => {
  const page = await startWithTwoAccounts(harness, expiring)
  await openRenew(page)
  await selectOnly(page, ['alpha-one.com'])
  await page.getByTestId('request-quote').click()
  await expect(page.getByTestId('pay')).toBeVisible()
  // Meanwhile the domain is renewed in the service's own panel.
  const [confirmedExpiry, currentExpiry, newExpiry] = [0, 1, 2].map(
    (years) => `${Number(japanDateInDays(5).slice(0, 4)) + years}${japanDateInDays(5).slice(4)}`,
  )
  const domain = expiring.world.user('alpha').domains.get('alpha-one.com')
  if (!domain || currentExpiry === undefined) throw new Error('The world has no alpha-one.com')
  domain.expiryDate = currentExpiry
  await page.getByTestId('agree').click()
  await page.getByTestId('pay').click()
  await waitForRunState(page, 'held')
  await orderRow(page, 'alpha-one.com').click()
  await expect(page.getByTestId('idempotency-key')).toBeVisible()
  // The run has no other order, so that a link to it would lead to the same row.
  await expect(page.getByTestId('order-run')).toHaveCount(0)
  await page.getByTestId('withdraw-order').click()
  await confirmAction(page)
  await page.getByTestId('request-quote').click()
  await expect(page.getByTestId('order-again-expiry')).toHaveText(
    `Current expiry ${currentExpiry} (when the price was checked: ${confirmedExpiry}). New expiry ${newExpiry}.`,
  )
  await expect(page.getByTestId('pay-panel')).toContainText('renewed only if expiry and price are still as shown')
  expect(listChargedRenewals(expiring)).toEqual([])
})

test('An order of unknown outcome is on the overview, and its page says when it is not checked because of offline mode', async ({
  harness,
  expiring,
}) => {
  const page = await startWithTwoAccounts(harness, expiring)
  expiring.faults.add({
    match: { method: 'POST', path: '/renew$' },
    times: 1,
    fault: { kind: 'status', status: 502, code: 'BACKEND_ERROR' },
  })
  await renew(page, ['alpha-one.com'])
  await waitForRunState(page, 'checking')
  await expect(page.getByTestId('run-state')).toHaveText('Checking outcomes')
  await openArea(page, 'overview')
  await expect(page.getByTestId('attention-orders_unsettled')).toContainText('Outcome unknown: 1 order')
  await expect(page.getByTestId('attention-orders_unsettled')).toContainText('Alpha')
  await page.getByTestId('attention-orders_unsettled').getByRole('button').click()
  await expect(page.getByTestId('orders-count')).toHaveText('1 of 1 order')
  await orderRow(page, 'alpha-one.com').click()
  await expect(page.getByTestId('order-status')).toContainText('Next automatic check')
  await expectAccessible(page, 'an order of unknown outcome')

  const [alpha] = (await callMain(page, 'accounts.list', null)).filter(({ label }) => label === 'Alpha')
  await callMain(page, 'accounts.update', { accountId: alpha?.id ?? '', isPaused: true })
  await expect(page.getByTestId('read-again')).toBeDisabled()
  await expect(page.getByTestId('read-again')).toHaveAttribute('title', 'The account is paused.')
  await callMain(page, 'accounts.update', { accountId: alpha?.id ?? '', isPaused: false })
  await expect(page.getByTestId('read-again')).toBeEnabled()

  await callMain(page, 'app.saveSettings', { isOffline: true })
  await expect(page.getByTestId('order-status')).toContainText('Nothing is checked while you work offline.')
  await expectAccessible(page, 'an order of unknown outcome, offline')
  await expect(page.getByTestId('order-status')).not.toContainText('Next automatic check')
  await expect(page.getByTestId('run-state')).toHaveText('Stopped: working offline')

  await page.getByTestId('order-target-link').click()
  await expect(page.getByTestId('domain-renew-refusal')).toContainText('Another order for this is still open')
  await expect(page.getByTestId('domain-renew')).toBeDisabled()
})

test('In a small window with an open order, no parts overlap and the table shows its rows', async ({
  harness,
  expiring,
  renewalRequestDelay,
}) => {
  const page = await startWithTwoAccounts(harness, expiring)
  // Beta's balance is not enough for its ten domains.
  await waitUntilAutoRenewRead(page)
  await openRenew(page)
  await payUntilBetaLacksBalance(page, renewalRequestDelay)
  await waitForRunState(page, 'held')
  await harness.app().close()

  const small = await harness.start({ size: { width: 1024, height: 640 } })
  await openArea(small, 'orders')
  await small.getByTestId('run-show').click()
  await orderRow(small, 'beta-9.com').click()
  await expect(small.getByTestId('order-status')).toBeVisible()
  const boxOf = async (name: string) =>
    (await small.getByTestId(name).boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  const covers = (a: Awaited<ReturnType<typeof boxOf>>, b: typeof a) =>
    a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height
  const run = await boxOf('run')
  const parts = await Promise.all(
    ['run-title', 'run-state', 'run-progress', 'run-price-again', 'run-resume', 'run-cancel'].map(boxOf),
  )
  for (const [index, part] of parts.entries()) {
    expect(part.width).toBeGreaterThan(20)
    expect(part.x + part.width).toBeLessThanOrEqual(run.x + run.width)
    for (const other of parts.slice(index + 1)) expect(covers(part, other)).toBe(false)
  }
  expect(covers(await boxOf('clear-filters'), await boxOf('orders-export'))).toBe(false)

  // The runs and the filters leave space for the header of the table and five rows.
  const rows = small.getByTestId('orders-table').getByRole('grid')
  expect((await rows.boundingBox())?.height).toBeGreaterThanOrEqual(180)
  await orderRow(small, 'beta-9.com').click()
  await expect(rows).toBeInViewport({ ratio: 0.9 })
})
