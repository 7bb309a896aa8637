import { expectAccessible } from '#test/e2e/support/expect-accessible.ts'
import { callMain } from '#test/e2e/support/call-main.ts'
import { expect, test } from '#test/e2e/support/app-fixtures.ts'
import { holdReply } from '#test/e2e/support/hold-or-drop-ipc-reply.ts'
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

async function lookUp(page: Page, names: string): Promise<void> {
  await page.getByTestId('names').fill(names)
  await page.getByTestId('search-names').click()
  await expect(page.getByTestId('found-table').getByRole('row').nth(1)).toBeVisible()
  await expect(page.getByTestId('cancel-search')).toHaveCount(0, { timeout: 60_000 })
}

function foundRow(page: Page, name: string) {
  return page.getByTestId('found-table').getByRole('row').filter({ hasText: name })
}

function setPrice(simulator: Simulator, tld: string, register: number): void {
  const entry = simulator.world.file.tlds.find((each) => each.tld === tld)
  if (!entry) throw new Error(`The world has no .${tld}`)
  entry.register = register
}

const words: Record<Language, { one: RegExp; many: RegExp; whois: string; beforeSearch: string }> = {
  ja: {
    one: /日本茶\.com を 1,980円 で取得/,
    many: /2 件のドメインを 2,200円 で取得/,
    whois: 'Whois初期値',
    beforeSearch: '名前を検索してください。取得可能な名前をここに追加できます。',
  },
  en: {
    one: /Acquire 日本茶\.com for ¥1,980/,
    many: /Acquire 2 domains for ¥2,200/,
    whois: 'Whois defaults',
    beforeSearch: 'Search for names. Available names can then be added here.',
  },
}

for (const language of ['ja', 'en'] as const) {
  test(`A Japanese name is acquired in Punycode, for the shown years and price (${language})`, async ({
    harness,
    simulator,
  }) => {
    const page = await openPurchasePage(harness, simulator, 'orders-acquire', language)
    await expect(page.getByText(words[language].beforeSearch)).toBeVisible()
    await lookUp(page, '日本茶.com')
    await expect(page.getByText(words[language].beforeSearch)).toHaveCount(0)
    await expect(foundRow(page, '日本茶.com')).toContainText('xn--wgv71aj92d.com')
    await page.getByTestId('basket-xn--wgv71aj92d.com').click()
    await page.getByTestId('years-xn--wgv71aj92d.com').selectOption({ label: language === 'ja' ? '2 年' : '2 years' })
    await page.getByTestId('nameservers-open').click()
    await page.getByTestId('nameservers').fill('ns1.example.net\nns2.example.net')
    await requestQuote(page)
    await expect(page.getByTestId('pay')).toHaveText(words[language].one)
    await expect(page.getByTestId('pay-panel')).toContainText(words[language].whois)
    await agreeAndPay(page)
    await expectState(page, '日本茶.com', 'done')
    expect(listCharges(simulator)).toEqual([['acquire', 'xn--wgv71aj92d.com', 1_980]])
    expect(listRequests(simulator, 'domain.acquire').map(({ bodyJson }) => bodyJson)).toEqual([
      expect.objectContaining({
        domain_name: 'xn--wgv71aj92d.com',
        years: 2,
        nameservers: ['ns1.example.net', 'ns2.example.net'],
        expected_total_price: 1_980,
        agree_to_terms: true,
      }),
    ])
  })

  test(`A basket is paid in one purchase, each name once (${language})`, async ({ harness, simulator }) => {
    const page = await openPurchasePage(harness, simulator, 'orders-acquire', language)
    await lookUp(page, 'banto-one.com, banto-two.net')
    await page.getByTestId('add-all-available').click()
    await requestQuote(page)
    await expect(page.getByTestId('pay')).toHaveText(words[language].many)
    await agreeAndPay(page)
    await expectState(page, 'banto-one.com', 'done')
    await expectState(page, 'banto-two.net', 'done')
    expect(listCharges(simulator).toSorted()).toEqual([
      ['acquire', 'banto-one.com', 990],
      ['acquire', 'banto-two.net', 1_210],
    ])
    expect(listRequests(simulator, 'domain.acquire')).toHaveLength(2)
  })
}

test('A name that cannot be acquired has a reason in plain words and no button for the basket', async ({
  harness,
  simulator,
}) => {
  const page = await startWithSyncedAlpha(harness, simulator)
  simulator.world.premium.add('gold.com')
  simulator.world.externalConflict.add('conflict.net')
  await openPage(page, 'orders-acquire')
  await lookUp(page, 'alpha-shop.com gold.com conflict.net name.nowhere a..b free-name.com')
  await expect(foundRow(page, 'gold.com')).toContainText('Premium')
  await expect(foundRow(page, 'conflict.net')).toContainText('reports an external conflict')
  await expect(foundRow(page, 'name.nowhere')).toContainText('TLD is not supported')
  await expect(foundRow(page, 'a..b')).toContainText('Not a valid domain name')
  await expect(page.getByTestId('basket-gold.com')).toHaveCount(0)
  await expect(page.getByTestId('basket-free-name.com')).toBeVisible()
})

test('In a small window, the lines above the found names keep a distance from the table', async ({
  harness,
  simulator,
}) => {
  const page = await openPurchasePage(harness, simulator, 'orders-acquire', 'ja')
  await page.setViewportSize({ width: 1024, height: 640 })
  await lookUp(page, 'alpha-shop.com free-name.com other-name.net a..b')
  const addAll = await page.getByTestId('add-all-available').boundingBox()
  const count = await page.getByTestId('found-count').boundingBox()
  const table = await page.getByTestId('found-table').boundingBox()
  if (!addAll || !count || !table) throw new Error('The results are not shown')
  // The button is in the second line.
  expect(addAll.y).toBeGreaterThan(count.y + count.height)
  expect(table.y - addAll.y - addAll.height).toBeGreaterThanOrEqual(8)
})

test('The TLD selector states no number of TLDs until the price list of the account was read', async ({
  harness,
  simulator,
}) => {
  const page = await startWithSyncedAlpha(harness, simulator)
  await callMain(page, 'app.saveSettings', { isOffline: true })
  await openPage(page, 'orders-acquire')
  await expect(page.getByTestId('tlds-campaign')).toHaveText('On campaign')
  await expect(page.getByTestId('tlds-all')).toHaveText('All')
  await callMain(page, 'app.saveSettings', { isOffline: false })
  await page.getByTestId('prices-refresh').click()
  await expect(page.getByTestId('tlds-campaign')).toHaveText(/^On campaign \(\d+\)$/)
  await expect(page.getByTestId('tlds-all')).toHaveText('All (20)')
})

test('The number of calls of a search is shown before it starts, and a cancelled search sends no more calls', async ({
  harness,
  simulator,
}) => {
  const page = await openPurchasePage(harness, simulator, 'orders-acquire')
  await page.getByTestId('tlds-all').click()
  await page.getByTestId('names').fill(Array.from({ length: 20 }, (_, n) => `banto-many-${n}`).join('\n'))
  await expect(page.getByTestId('search-cost')).toContainText('400 calls')
  await page.getByTestId('search-names').click()
  await expect(page.getByTestId('confirm')).toContainText('400 calls')
  await page.getByTestId('confirm-action').click()
  await expect(page.getByTestId('cancel-search')).toBeVisible()
  await page.getByTestId('cancel-search').click()
  await expect(page.getByTestId('cancel-search')).toHaveCount(0)
  await expect(page.getByTestId('search-rest')).toContainText(/No result for \d+ names: the search was stopped/)
  await expect(page.getByTestId('search-rest-start')).toBeEnabled()
  await expectAccessible(page, 'search that left names out')
  await callMain(page, 'orders.prices', { accountId: (await callMain(page, 'accounts.list', null))[0]?.id ?? '' })
  const before = simulator.ledger.requests.filter(({ endpoint }) => endpoint === 'domain.check').length
  expect(before).toBeLessThan(400)
  await openPage(page, 'orders-server')
  await openPage(page, 'orders-acquire')
  // The results stay for the session. Up to five concurrent calls may still end, but no new call begins.
  const after = simulator.ledger.requests.filter(({ endpoint }) => endpoint === 'domain.check').length
  expect(after - before).toBeLessThanOrEqual(5)
})

test('If one price of a basket changes, only that name must be confirmed again, with the old and the new price', async ({
  harness,
  simulator,
}) => {
  const page = await openPurchasePage(harness, simulator, 'orders-acquire')
  await lookUp(page, 'banto-one.com, banto-two.net')
  await page.getByTestId('basket-banto-one.com').click()
  await page.getByTestId('basket-banto-two.net').click()
  await requestQuote(page)
  setPrice(simulator, 'net', 1_500)
  await agreeAndPay(page)
  await expect(page.getByTestId('price-was')).toHaveText('¥1,210')
  await expect(page.getByTestId('price-now')).toHaveText('¥1,500')
  await expectAccessible(page, 'a name with a new price')
  await expectState(page, 'banto-one.com', 'done')
  expect(listCharges(simulator)).toEqual([['acquire', 'banto-one.com', 990]])
  await expect(page.getByTestId('pay')).toHaveText(/Acquire banto-two\.net for ¥1,500/)
  await agreeAndPay(page)
  await expectState(page, 'banto-two.net', 'done')
  expect(listCharges(simulator)).toEqual([
    ['acquire', 'banto-one.com', 990],
    ['acquire', 'banto-two.net', 1_500],
  ])
})

test('A price that rose after the search is marked, and the basket shows the price to be paid', async ({
  harness,
  simulator,
}) => {
  const page = await openPurchasePage(harness, simulator, 'orders-acquire')
  await lookUp(page, 'banto-rose.com')
  await expect(page.getByTestId('oldest-result')).toHaveText(/^Oldest result (just now|\d+ s ago)/)
  await page.getByTestId('basket-banto-rose.com').click()
  await page.getByTestId('years-banto-rose.com').selectOption('2')
  await expect(page.getByTestId('basket')).toContainText('¥1,980')
  setPrice(simulator, 'com', 1_500)
  await requestQuote(page)
  await expect(page.getByTestId('price-was')).toHaveText('¥1,980')
  await expect(page.getByTestId('price-now')).toHaveText('¥3,000')
  await expect(page.getByTestId('basket')).toContainText('¥3,000')
  await agreeAndPay(page)
  await expectState(page, 'banto-rose.com', 'done')
  expect(listCharges(simulator)).toEqual([['acquire', 'banto-rose.com', 3_000]])
})

test('A free campaign without a credit card names the missing card and charges nothing', async ({
  harness,
  simulator,
}) => {
  const page = await startWithSyncedAlpha(harness, simulator)
  setPrice(simulator, 'shop', 0)
  const alpha = simulator.world.users.find(({ name }) => name === 'alpha')
  if (!alpha) throw new Error('The world has no alpha')
  alpha.hasCreditCard = false
  await openPage(page, 'orders-acquire')
  await lookUp(page, 'banto-free.shop')
  await page.getByTestId('basket-banto-free.shop').click()
  await page.getByTestId('request-quote').click()
  await expect(page.getByTestId('quote-problems')).toContainText('requires a credit card')
  await expect(page.getByTestId('quote-problems')).toContainText('CREDIT_CARD_REQUIRED')
  await expectAccessible(page, 'a problem found by the dry run')
  expect(listCharges(simulator)).toEqual([])
})

test('Years that the TLD does not allow are refused by the dry run', async ({ harness, simulator }) => {
  const page = await openPurchasePage(harness, simulator, 'orders-acquire')
  await lookUp(page, 'banto-years.jp')
  await page.getByTestId('basket-banto-years.jp').click()
  await page.getByTestId('years-banto-years.jp').selectOption('5')
  await page.getByTestId('request-quote').click()
  await expect(page.getByTestId('quote-problems')).toContainText('VALIDATION_ERROR')
  await expect(page.getByTestId('quote-problems')).toContainText('years: ')
  await expectAccessible(page, 'why names cannot be bought')
  await expect(page.getByTestId('pay')).toHaveCount(0)
  await page.getByTestId('years-banto-years.jp').selectOption('1')
  await requestQuote(page)
  await agreeAndPay(page)
  await expectState(page, 'banto-years.jp', 'accepted')
  await expect(locatePlacedOrder(page, 'banto-years.jp')).toContainText('¥2,200')
})

function refuseOnce(simulator: Simulator): void {
  simulator.faults.add({
    match: { method: 'POST', path: '^/v1/domain$' },
    times: 1,
    fault: { kind: 'status', status: 402, code: 'PAYMENT_REQUIRED' },
  })
}

async function take(page: Page, names: string[]): Promise<void> {
  await lookUp(page, names.join(', '))
  for (const name of names) await page.getByTestId(`basket-${name}`).click()
  await requestQuote(page)
}

test('A refused name returns to the basket, even after a changed price of another name was confirmed', async ({
  harness,
  simulator,
}) => {
  const page = await openPurchasePage(harness, simulator, 'orders-acquire')
  await take(page, ['banto-one.com', 'banto-two.net', 'banto-three.com'])
  setPrice(simulator, 'net', 1_500)
  refuseOnce(simulator)
  await agreeAndPay(page)
  await expect(page.getByTestId('price-now')).toHaveText('¥1,500')
  await agreeAndPay(page)
  await expectState(page, 'banto-two.net', 'done')
  await expectState(page, 'banto-one.com', 'refused')
  await page.getByTestId('back-to-basket').click()
  await expect(page.getByTestId('basket').getByRole('listitem')).toHaveCount(1)
  await expect(page.getByTestId('basket')).toContainText('banto-one.com')
  expect(listCharges(simulator)).toEqual([
    ['acquire', 'banto-three.com', 990],
    ['acquire', 'banto-two.net', 1_500],
  ])
})

test('A new price can be declined: the name returns to the basket and is not charged', async ({
  harness,
  simulator,
}) => {
  const page = await openPurchasePage(harness, simulator, 'orders-acquire')
  await take(page, ['banto-one.com', 'banto-two.net'])
  setPrice(simulator, 'net', 1_500)
  await agreeAndPay(page)
  await expect(page.getByTestId('price-now')).toHaveText('¥1,500')
  await page.getByTestId('back-to-basket').click()
  await expect(page.getByTestId('pay')).toHaveCount(0)
  await expect(page.getByTestId('basket').getByRole('listitem')).toHaveCount(1)
  expect(listCharges(simulator)).toEqual([['acquire', 'banto-one.com', 990]])
})

test('Placed orders stay visible after the page is left, and a refused name returns to the basket', async ({
  harness,
  simulator,
}) => {
  const page = await openPurchasePage(harness, simulator, 'orders-acquire')
  await take(page, ['banto-one.com'])
  refuseOnce(simulator)
  await agreeAndPay(page)
  await expectState(page, 'banto-one.com', 'refused')
  await openPage(page, 'orders-server')
  await openPage(page, 'orders-acquire')
  await expectState(page, 'banto-one.com', 'refused')
  await page.getByTestId('back-to-basket').click()
  await expect(page.getByTestId('basket')).toContainText('banto-one.com')
  expect(listCharges(simulator)).toEqual([])
})

test('A paid name is not offered again if the page was left while the purchase was being stored', async ({
  harness,
  simulator,
}) => {
  const page = await openPurchasePage(harness, simulator, 'orders-acquire')
  await take(page, ['banto-one.com'])
  const release = await holdReply(harness, 'orders.confirm')
  await agreeAndPay(page)
  await expect(page.getByTestId('years-banto-one.com')).toBeDisabled()
  await expect(page.getByTestId('search-names')).toBeDisabled()
  await openPage(page, 'orders-server')
  await release()
  await openPage(page, 'orders-acquire')
  await expectState(page, 'banto-one.com', 'done')
  await page.getByTestId('back-to-basket').click()
  await expect(page.getByTestId('request-quote')).toHaveCount(0)
  expect(listCharges(simulator)).toEqual([['acquire', 'banto-one.com', 990]])
})
