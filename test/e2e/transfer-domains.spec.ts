import { expectAccessible } from '#test/e2e/support/expect-accessible.ts'
import { callMain } from '#test/e2e/support/call-main.ts'
import { expect, test } from '#test/e2e/support/app-fixtures.ts'
import { holdReply } from '#test/e2e/support/hold-or-drop-ipc-reply.ts'
import { readFolderAsText } from '#test/read-folder-as-text.ts'
import {
  agreeAndPay,
  requestQuote,
  listCharges,
  expectState,
  openPurchasePage,
  listRequests,
  type Language,
} from '#test/e2e/support/purchase-steps.ts'
import type { Page } from '@playwright/test'
import type { Simulator } from '#simulator/start-simulator.ts'

test.use({ tracesMessages: true })

const authCode = 'wombat-auth-code-77Qx'

function registerElsewhere(
  simulator: Simulator,
  name: string,
  more: { locked?: boolean; registered_on?: string } = {},
): void {
  simulator.world.registered.set(name, {
    domain_name: name,
    auth_code: authCode,
    locked: false,
    transfer_seconds: 3600,
    transfer_outcome: 'done',
    ...more,
  })
}

async function fill(page: Page, name: string): Promise<void> {
  await page.getByTestId('transfer-name').fill(name)
  await page.getByTestId('auth-code').fill(authCode)
}

const words: Record<Language, { button: RegExp; year: string; transferring: string }> = {
  ja: { button: /move-me\.com を 1,650円 で移管/, year: '有効期限が1年延びます', transferring: '移管申請中' },
  en: {
    button: /Transfer move-me\.com in for ¥1,650/,
    year: 'the expiry is extended by one year',
    transferring: 'Transferring',
  },
}

for (const language of ['ja', 'en'] as const) {
  test(`A domain is transferred in once, and its auth code is not stored (${language})`, async ({
    harness,
    simulator,
  }) => {
    const page = await openPurchasePage(harness, simulator, 'orders-transfer', language)
    registerElsewhere(simulator, 'move-me.com')
    await fill(page, 'move-me.com')
    await requestQuote(page)
    await expect(page.getByTestId('auth-code')).toHaveCount(0)
    await expect(page.getByTestId('auth-code-kept')).toBeVisible()
    await expectAccessible(page, 'to pay for a transfer')
    await expect(page.getByTestId('pay')).toHaveText(words[language].button)
    await expect(page.getByTestId('pay-panel')).toContainText(words[language].year)
    await agreeAndPay(page)
    await expectState(page, 'move-me.com', 'accepted')
    await expect(page.getByTestId('transfer-status')).toContainText(words[language].transferring)
    expect(listCharges(simulator)).toEqual([['transfer', 'move-me.com', 1_650]])
    expect(listRequests(simulator, 'domain.transfer').map(({ bodyJson }) => bodyJson)).toEqual([
      expect.objectContaining({ auth_code: authCode, expected_total_price: 1_650, agree_to_terms: true }),
    ])
    expect(await page.content()).not.toContain(authCode)
    // The auth code was sent to main at most once and is in no file of the profile.
    const carrying = harness.messages().filter((message) => JSON.stringify(message).includes(authCode))
    expect(carrying.length).toBeLessThanOrEqual(1)
    await harness.app().close()
    expect(readFolderAsText(harness.profile)).not.toContain(authCode)
    expect(harness.output()).not.toContain(authCode)
  })
}

test('A domain that cannot be transferred is refused without a call', async ({ harness, simulator }) => {
  const page = await openPurchasePage(harness, simulator, 'orders-transfer')
  for (const [name, reason] of [
    ['example.jp', 'JP domains cannot be transferred'],
    ['example.co.jp', 'Attribute-type JP domains'],
  ] as const) {
    await fill(page, name)
    await expect(page.getByTestId('transfer')).toContainText(reason)
    await expect(page.getByTestId('request-quote')).toBeDisabled()
  }
  expect(simulator.ledger.requests.filter(({ endpoint }) => endpoint === 'domain.transfer')).toEqual([])
})

test('A locked domain is refused by the dry run and not charged', async ({ harness, simulator }) => {
  const page = await openPurchasePage(harness, simulator, 'orders-transfer')
  registerElsewhere(simulator, 'locked.com', { locked: true })
  await fill(page, 'locked.com')
  await page.getByTestId('request-quote').click()
  await expect(page.getByTestId('quote-problems')).toContainText('REGISTRAR_REJECTED')
  await expect(page.getByTestId('quote-problems')).toContainText('locked')
  await expectAccessible(page, 'a transfer that the registrar rejects')
  await expect(page.getByTestId('pay')).toHaveCount(0)
  expect(listCharges(simulator)).toEqual([])
})

test('A changed transfer price must be confirmed again with old and new price and a newly typed auth code', async ({
  harness,
  simulator,
}) => {
  const page = await openPurchasePage(harness, simulator, 'orders-transfer')
  registerElsewhere(simulator, 'move-me.com')
  await fill(page, 'move-me.com')
  await requestQuote(page)
  const com = simulator.world.file.tlds.find(({ tld }) => tld === 'com')
  if (!com) throw new Error('The world has no .com')
  com.transfer = 1_900
  await agreeAndPay(page)
  await expectState(page, 'move-me.com', 'refused')
  await page.getByTestId('auth-code').fill(authCode)
  await requestQuote(page)
  await expect(page.getByTestId('price-was')).toHaveText('¥1,650')
  await expect(page.getByTestId('price-now')).toHaveText('¥1,900')
  expect(listCharges(simulator)).toEqual([])
  await agreeAndPay(page)
  await expectState(page, 'move-me.com', 'accepted')
  expect(listCharges(simulator)).toEqual([['transfer', 'move-me.com', 1_900]])
})

test('A quoted transfer price that differs from the listed price is marked before the purchase', async ({
  harness,
  simulator,
}) => {
  const page = await openPurchasePage(harness, simulator, 'orders-transfer')
  registerElsewhere(simulator, 'move-me.com')
  await fill(page, 'move-me.com')
  await expect(page.getByTestId('transfer-price')).toContainText('¥1,650')
  const com = simulator.world.file.tlds.find(({ tld }) => tld === 'com')
  if (!com) throw new Error('The world has no .com')
  com.transfer = 1_900
  await requestQuote(page)
  await expect(page.getByTestId('price-was')).toHaveText('¥1,650')
  await expect(page.getByTestId('price-now')).toHaveText('¥1,900')
  // The quote has read the price list again, so that the form shows the new price.
  await expect(page.getByTestId('transfer-price')).toContainText('¥1,900')
})

test('A name typed while an auth code is sent to main is transferred with its own auth code, and the earlier name is not', async ({
  harness,
  simulator,
}) => {
  const page = await openPurchasePage(harness, simulator, 'orders-transfer')
  registerElsewhere(simulator, 'move-me.com')
  registerElsewhere(simulator, 'move-you.com')
  const release = await holdReply(harness, 'orders.keepAuthCode')
  await fill(page, 'move-me.com')
  await page.getByTestId('auth-code').press('Enter')
  await page.getByTestId('transfer-name').fill('move-you.com')
  await release()
  await page.getByTestId('auth-code').fill(authCode)
  await requestQuote(page)
  await expect(page.getByTestId('pay')).toHaveText(/Transfer move-you\.com in for ¥1,650/)
  await agreeAndPay(page)
  await expectState(page, 'move-you.com', 'accepted')
  expect(listCharges(simulator)).toEqual([['transfer', 'move-you.com', 1_650]])
  expect(
    simulator.ledger.requests.filter(
      ({ endpoint, path }) => endpoint === 'domain.transfer' && path.includes('move-me.com'),
    ),
  ).toEqual([])
})

test('An auth code that main no longer keeps must be typed again', async ({ harness, simulator }) => {
  const page = await openPurchasePage(harness, simulator, 'orders-transfer')
  registerElsewhere(simulator, 'move-me.com')
  await fill(page, 'move-me.com')
  await requestQuote(page)
  const [, authCodeId = ''] =
    /"move-me\.com":"([^"]+)"/.exec(JSON.stringify(harness.messages().map(({ data }) => data)).replaceAll('\\', '')) ??
    []
  // Main discards the auth code after half an hour.
  await callMain(page, 'orders.discardAuthCode', { authCodeId })
  await page.getByTestId('price-again').click()
  await expect(page.getByTestId('quote-problems')).toContainText('The auth code is missing')
  await page.getByTestId('auth-code').fill(authCode)
  await requestQuote(page)
  await agreeAndPay(page)
  await expectState(page, 'move-me.com', 'accepted')
  expect(listCharges(simulator)).toEqual([['transfer', 'move-me.com', 1_650]])
})

test('A transfer cannot be changed while it is being stored', async ({ harness, simulator }) => {
  const page = await openPurchasePage(harness, simulator, 'orders-transfer')
  registerElsewhere(simulator, 'move-me.com')
  await fill(page, 'move-me.com')
  await requestQuote(page)
  const release = await holdReply(harness, 'orders.confirm')
  await agreeAndPay(page)
  await expect(page.getByTestId('transfer-name')).toBeDisabled()
  await expect(page.getByTestId('auth-code-other')).toHaveCount(0)
  await expect(page.getByTestId('price-again')).toBeDisabled()
  await release()
  await expectState(page, 'move-me.com', 'accepted')
  expect(listCharges(simulator)).toEqual([['transfer', 'move-me.com', 1_650]])
})
