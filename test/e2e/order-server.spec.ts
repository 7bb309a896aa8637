import { expectAccessible } from '#test/e2e/support/expect-accessible.ts'
import { callMain } from '#test/e2e/support/call-main.ts'
import { expect, test, type AppHarness } from '#test/e2e/support/app-fixtures.ts'
import { holdReply, dropReply } from '#test/e2e/support/hold-or-drop-ipc-reply.ts'
import {
  agreeAndPay,
  requestQuote,
  listCharges,
  expectState,
  openPage,
  openPurchasePage,
  locatePlacedOrder,
  listRequests,
  type Language,
} from '#test/e2e/support/purchase-steps.ts'
import type { Page } from '@playwright/test'
import type { Simulator } from '#simulator/start-simulator.ts'
import { startWithSyncedAlpha } from '#test/e2e/support/start-with-synced-accounts.ts'

test.use({ tracesMessages: true })

/** A period in months of the plan `standard` and its price in yen. */
const months = 12
const yen = 11_880

function setPrice(simulator: Simulator, price: number): void {
  const period = simulator.world.file.plans
    .find(({ plan_id }) => plan_id === 'standard')
    ?.periods.find((each) => each.months === months)
  if (!period) throw new Error('The world has no such plan')
  period.total_price = price
}

const words: Record<Language, { amount: string; button: RegExp; accepted: string }> = {
  ja: { amount: '11,880円', button: /bantoweb1 を 11,880円 で注文.*Alpha/s, accepted: '受付済み' },
  en: { amount: '¥11,880', button: /Order bantoweb1 for ¥11,880.*Alpha/s, accepted: 'Accepted' },
}

for (const language of ['ja', 'en'] as const) {
  test(`A server is ordered once, at the shown price and with the chosen options (${language})`, async ({
    harness,
    simulator,
  }) => {
    const { amount, button, accepted } = words[language]
    const page = await openPurchasePage(harness, simulator, 'orders-server', language)
    await page.getByTestId(`plan-standard-${months}`).click()
    await page.getByTestId('server-id').fill('bantoweb1')
    await page.getByTestId('auto-renew-off').click()
    await page.getByTestId('partner-code').fill('PARTNER7')
    await requestQuote(page)
    await expect(page.getByTestId('pay-amount')).toHaveText(amount)
    await expectAccessible(page, 'to pay for a server')
    await expect(page.getByTestId('pay')).toHaveText(button)
    expect(listCharges(simulator)).toEqual([])
    await agreeAndPay(page)
    await expectState(page, 'bantoweb1', 'accepted')
    await expect(locatePlacedOrder(page, 'bantoweb1')).toContainText(accepted)
    expect(listCharges(simulator)).toEqual([['order', 'bantoweb1.simulator.example', yen]])
    expect(listRequests(simulator, 'server.order').map(({ bodyJson }) => bodyJson)).toEqual([
      expect.objectContaining({
        plan_id: 'standard',
        period: months,
        server_id: 'bantoweb1',
        auto_renew: false,
        partner_code: 'PARTNER7',
        expected_total_price: yen,
        agree_to_terms: true,
      }),
    ])
  })
}

test('The age of the hosting plans is the age of the newest reading, also if a quote read them', async ({
  harness,
  simulator,
}) => {
  const page = await openPurchasePage(harness, simulator, 'orders-server')
  const readAt = page.getByTestId('plans-read').locator('time')
  await expect(readAt).toBeVisible()
  const before = (await readAt.getAttribute('datetime')) as string
  await page.getByTestId(`plan-standard-${months}`).click()
  await page.getByTestId('server-id').fill('bantoweb3')
  await requestQuote(page)
  await expect(readAt).not.toHaveAttribute('datetime', before)
})

test('A price check whose call is not sent says that it waits for the next call, and until when', async ({
  harness,
  simulator,
}) => {
  const page = await openPurchasePage(harness, simulator, 'orders-server')
  await page.getByTestId(`plan-standard-${months}`).click()
  await page.getByTestId('server-id').fill('bantoweb5')
  simulator.faults.add({
    match: { path: '^/v1/server/plans$' },
    times: 1,
    fault: {
      kind: 'status',
      status: 429,
      code: 'RATE_LIMIT_EXCEEDED',
      headers: { 'retry-after': '60', 'x-ratelimit-remaining': '0' },
    },
  })
  await page.getByTestId('request-quote').click()
  await expect(page.getByTestId('quote-wait')).toHaveText(
    /^Waiting until the next call of “Alpha” is allowed\. Prices are checked from .*\d\d:\d\d \(Japan time\)\.$/,
  )
  await page.getByTestId('cancel-quote').click()
  await expect(page.getByTestId('quote-wait')).toBeHidden()
})

test('The setup status of an ordered server is shown until the setup ends', async ({ harness, simulator }) => {
  const page = await openPurchasePage(harness, simulator, 'orders-server')
  await page.getByTestId(`plan-standard-${months}`).click()
  await page.getByTestId('server-id').fill('bantoweb2')
  await requestQuote(page)
  await agreeAndPay(page)
  await expect(page.getByTestId('server-setup')).toContainText('Setting up')
  await expectAccessible(page, 'a server that is being set up')
  simulator.advance(10 * 60_000)
  await expect(async () => {
    await page
      .getByTestId('server-setup-refresh')
      .click({ timeout: 1000 })
      .catch(() => undefined)
    await expect(page.getByTestId('server-setup')).toContainText('Active', { timeout: 2000 })
  }).toPass()
  await expect(page.getByTestId('server-setup')).toContainText('bantoweb2.simulator.example')
})

test('A price that changed after the dry run must be confirmed again with old and new price, and is charged once', async ({
  harness,
  simulator,
}) => {
  const page = await openPurchasePage(harness, simulator, 'orders-server')
  await page.getByTestId(`plan-standard-${months}`).click()
  await page.getByTestId('server-id').fill('bantoweb3')
  await requestQuote(page)
  setPrice(simulator, 12_500)
  await agreeAndPay(page)
  await expect(page.getByTestId('price-was')).toHaveText('¥11,880')
  await expect(page.getByTestId('price-now')).toHaveText('¥12,500')
  expect(listCharges(simulator)).toEqual([])
  await expect(page.getByTestId('pay')).toHaveText(/Order bantoweb3 for ¥12,500/)
  await agreeAndPay(page)
  await expectState(page, 'bantoweb3', 'accepted')
  expect(listCharges(simulator)).toEqual([['order', 'bantoweb3.simulator.example', 12_500]])
  const keys = listRequests(simulator, 'server.order').map(({ headers }) => headers['idempotency-key'])
  expect(keys).toHaveLength(2)
  expect(new Set(keys).size).toBe(2)
})

test('A quoted price that differs from the price of the plan is marked before the purchase', async ({
  harness,
  simulator,
}) => {
  const page = await openPurchasePage(harness, simulator, 'orders-server')
  await page.getByTestId(`plan-standard-${months}`).click()
  await page.getByTestId('server-id').fill('bantoweb4')
  setPrice(simulator, 12_500)
  await requestQuote(page)
  await expect(page.getByTestId('price-was')).toHaveText('¥11,880')
  await expect(page.getByTestId('price-now')).toHaveText('¥12,500')
  await expect(page.getByTestId(`plan-standard-${months}`)).toContainText('¥12,500')
})

test('A server order whose answer was lost is not sent again and is settled by reading the list', async ({
  harness,
  simulator,
}) => {
  const page = await openPurchasePage(harness, simulator, 'orders-server')
  await page.getByTestId(`plan-standard-${months}`).click()
  await page.getByTestId('server-id').fill('bantoweb4')
  await requestQuote(page)
  simulator.faults.add({ match: { path: '^/v1/server/plans$' }, times: 1, fault: { kind: 'reset-after' } })
  await agreeAndPay(page)
  await expectState(page, 'bantoweb4', 'accepted')
  expect(listRequests(simulator, 'server.order')).toHaveLength(1)
  expect(listCharges(simulator)).toEqual([['order', 'bantoweb4.simulator.example', yen]])
})

test('A server ID that is taken is refused without a charge, and the order can be changed', async ({
  harness,
  simulator,
}) => {
  const page = await openPurchasePage(harness, simulator, 'orders-server')
  await page.getByTestId(`plan-standard-${months}`).click()
  await page.getByTestId('server-id').fill('bantoweb5')
  await requestQuote(page)
  simulator.world.serverIds.add('bantoweb5')
  await agreeAndPay(page)
  await expectState(page, 'bantoweb5', 'refused')
  await expect(locatePlacedOrder(page, 'bantoweb5')).toContainText('SERVER_ID_TAKEN')
  await expectAccessible(page, 'a declined order')
  await page.getByTestId('change-order').click()
  await page.getByTestId('server-id').fill('bantoweb6')
  await requestQuote(page)
  await agreeAndPay(page)
  await expectState(page, 'bantoweb6', 'accepted')
  expect(listCharges(simulator)).toEqual([['order', 'bantoweb6.simulator.example', yen]])
})

test('An insufficient balance is found by the dry run', async ({ harness, simulator }) => {
  const page = await startWithSyncedAlpha(harness, simulator)
  const alpha = simulator.world.users.find(({ name }) => name === 'alpha')
  if (!alpha) throw new Error('The world has no alpha')
  alpha.balance = 100
  await openPage(page, 'orders-server')
  await page.getByTestId(`plan-standard-${months}`).click()
  await page.getByTestId('request-quote').click()
  await expect(page.getByTestId('quote-problems')).toContainText('Insufficient prepaid balance')
  await expect(page.getByTestId('quote-problems')).toContainText('PAYMENT_REQUIRED')
  await expectAccessible(page, 'too little balance')
  await expect(page.getByTestId('pay')).toHaveCount(0)
})

/** Discards the quote, as main does after half an hour or twenty other quotes. */
async function forgetPrice(harness: AppHarness, page: Page): Promise<void> {
  const [, quoteId = ''] =
    /"quoteId":"([^"]+)"/.exec(
      harness
        .messages()
        .filter(({ data }) => JSON.stringify(data).includes('orders.quote"'))
        .map(({ data }) => JSON.stringify(data))
        .at(-1) ?? '',
    ) ?? []
  await callMain(page, 'orders.discardQuote', { quoteId })
}

test('An order cannot be changed while it is being stored, and is shown afterwards', async ({ harness, simulator }) => {
  const page = await openPurchasePage(harness, simulator, 'orders-server')
  await page.getByTestId(`plan-standard-${months}`).click()
  await page.getByTestId('server-id').fill('bantoweb7')
  await requestQuote(page)
  const release = await holdReply(harness, 'orders.confirm')
  await agreeAndPay(page)
  await expect(page.getByTestId('pay')).toHaveAttribute('aria-busy', 'true')
  await expect(page.getByTestId('server-id')).toBeDisabled()
  await expect(page.getByTestId('propose-id')).toBeDisabled()
  await expect(page.getByTestId('price-again')).toBeDisabled()
  await release()
  await expectState(page, 'bantoweb7', 'accepted')
  expect(listCharges(simulator)).toEqual([['order', 'bantoweb7.simulator.example', yen]])
})

test('The pay button names the order and the price even when the account can no longer be chosen', async ({
  harness,
  simulator,
}) => {
  const page = await openPurchasePage(harness, simulator, 'orders-server')
  await page.getByTestId(`plan-standard-${months}`).click()
  await page.getByTestId('server-id').fill('bantoweb8')
  await requestQuote(page)
  setPrice(simulator, 12_500)
  await agreeAndPay(page)
  await expect(page.getByTestId('price-now')).toBeVisible()
  const [account] = await callMain(page, 'accounts.list', null)
  await callMain(page, 'accounts.update', { accountId: account?.id ?? '', isReadOnly: true })
  await expect(page.getByTestId('no-account')).toContainText('Alpha: Read-only in Banto')
  await expect(page.getByTestId('pay')).toContainText('Order bantoweb8 for ¥12,500')
})

test('A quote that main no longer has can be requested again and paid', async ({ harness, simulator }) => {
  const page = await openPurchasePage(harness, simulator, 'orders-server')
  await page.getByTestId(`plan-standard-${months}`).click()
  await page.getByTestId('server-id').fill('bantoweb9')
  await requestQuote(page)
  await forgetPrice(harness, page)
  await agreeAndPay(page)
  await page.getByTestId('price-gone').getByRole('button').click()
  await expect(page.getByTestId('price-gone')).toHaveCount(0)
  await agreeAndPay(page)
  await expectState(page, 'bantoweb9', 'accepted')
  expect(listCharges(simulator)).toEqual([['order', 'bantoweb9.simulator.example', yen]])
})

test('The old price cannot be paid while a new price is requested', async ({ harness, simulator }) => {
  const page = await openPurchasePage(harness, simulator, 'orders-server')
  await page.getByTestId(`plan-standard-${months}`).click()
  await page.getByTestId('server-id').fill('bantoweb10')
  await requestQuote(page)
  await page.getByTestId('agree').click()
  const release = await holdReply(harness, 'orders.quote')
  await page.getByTestId('price-again').click()
  await expect(page.getByTestId('cancel-quote')).toBeVisible()
  await expect(page.getByTestId('pay')).toHaveCount(0)
  await release()
  await expect(page.getByTestId('pay')).toBeDisabled()
  await page.getByTestId('agree').click()
  await expect(page.getByTestId('pay')).toBeEnabled()
})

test('A purchase whose reply is lost is reported as already confirmed at the second click and charged once', async ({
  harness,
  simulator,
}) => {
  const page = await openPurchasePage(harness, simulator, 'orders-server')
  await page.getByTestId(`plan-standard-${months}`).click()
  await page.getByTestId('server-id').fill('bantoweb11')
  await requestQuote(page)
  await dropReply(harness, 'orders.confirm')
  await agreeAndPay(page)
  await expect(page.getByTestId('pay-panel').getByRole('alert')).toBeVisible()
  await page.getByTestId('pay').click()
  await expect(page.getByTestId('confirmed-already')).toContainText('Already confirmed')
  await expect(page.getByTestId('pay-panel')).not.toContainText('Nothing was')
  await expect(page.getByTestId('pay')).toBeDisabled()
  await page.getByTestId('confirmed-already').getByRole('link').click()
  await expect(page.getByTestId('orders-table')).toContainText('bantoweb11')
  await expect(async () =>
    expect(listCharges(simulator)).toEqual([['order', 'bantoweb11.simulator.example', yen]]),
  ).toPass()
})
