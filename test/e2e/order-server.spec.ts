import { expectAccessible } from './accessible.ts'
import { ask } from './bridge.ts'
import { expect, test, type Desk } from './desk.ts'
import { holdAnswer, loseAnswer } from './hold-answer.ts'
import { agreeAndPay, askPrice, charges, expectState, openShop, placed, sentFor, type Language } from './shop.ts'
import { at } from './steps.ts'
import type { Page } from '@playwright/test'
import type { Simulator } from '#simulator/server.ts'

/** Of the world's plan `standard`. */
const months = 12
const yen = 11_880

function setPrice(simulator: Simulator, price: number): void {
  const period = simulator.world.file.plans.find(({ plan_id }) => plan_id === 'standard')?.periods.find((each) => each.months === months)
  if (!period) throw new Error('The world has no such plan')
  period.total_price = price
}

const words: Record<Language, { amount: string; button: RegExp; accepted: string }> = {
  ja: { amount: '11,880円', button: /bantoweb1 を 11,880円 で注文.*Alpha/s, accepted: '受付済み' },
  en: { amount: '¥11,880', button: /Order bantoweb1 for ¥11,880.*Alpha/s, accepted: 'Accepted' },
}

for (const language of ['ja', 'en'] as const) {
  test(`a server is ordered once, at the price and with the choices that were shown (${language})`, async ({ desk, simulator }) => {
    const { amount, button, accepted } = words[language]
    const page = await openShop(desk, simulator, 'orders-server', language)
    await at(page, `plan-standard-${months}`).click()
    await at(page, 'server-id').fill('bantoweb1')
    await at(page, 'auto-renew-off').click()
    await at(page, 'partner-code').fill('PARTNER7')
    await askPrice(page)
    await expect(at(page, 'pay-amount')).toHaveText(amount)
    await expectAccessible(page, 'to pay for a server')
    await expect(at(page, 'pay')).toHaveText(button)
    expect(charges(simulator)).toEqual([])
    await agreeAndPay(page)
    await expectState(page, 'bantoweb1', 'accepted')
    await expect(placed(page, 'bantoweb1')).toContainText(accepted)
    expect(charges(simulator)).toEqual([['order', 'bantoweb1.simulator.example', yen]])
    expect(sentFor(simulator, 'server.order').map(({ bodyJson }) => bodyJson)).toEqual([
      expect.objectContaining({ plan_id: 'standard', period: months, server_id: 'bantoweb1', auto_renew: false, partner_code: 'PARTNER7', expected_total_price: yen, agree_to_terms: true }),
    ])
  })
}

test('an ordered server is watched until its setup is done', async ({ desk, simulator }) => {
  const page = await openShop(desk, simulator, 'orders-server')
  await at(page, `plan-standard-${months}`).click()
  await at(page, 'server-id').fill('bantoweb2')
  await askPrice(page)
  await agreeAndPay(page)
  await expect(at(page, 'setup-watch')).toContainText('Setting up', { timeout: 30_000 })
  await expectAccessible(page, 'a server that is being set up')
  simulator.advance(10 * 60_000)
  await expect(async () => {
    await at(page, 'setup-look').click({ timeout: 1000 }).catch(() => undefined)
    await expect(at(page, 'setup-watch')).toContainText('Active', { timeout: 2000 })
  }).toPass({ timeout: 30_000 })
  await expect(at(page, 'setup-watch')).toContainText('bantoweb2.simulator.example')
})

test('a price that changed since the dry run is shown old and new, asked again, and charged once', async ({ desk, simulator }) => {
  const page = await openShop(desk, simulator, 'orders-server')
  await at(page, `plan-standard-${months}`).click()
  await at(page, 'server-id').fill('bantoweb3')
  await askPrice(page)
  setPrice(simulator, 12_500)
  await agreeAndPay(page)
  await expect(at(page, 'price-was')).toHaveText('¥11,880', { timeout: 30_000 })
  await expect(at(page, 'price-now')).toHaveText('¥12,500')
  expect(charges(simulator)).toEqual([])
  await expect(at(page, 'pay')).toHaveText(/Order bantoweb3 for ¥12,500/)
  await agreeAndPay(page)
  await expectState(page, 'bantoweb3', 'accepted')
  expect(charges(simulator)).toEqual([['order', 'bantoweb3.simulator.example', 12_500]])
  const keys = sentFor(simulator, 'server.order').map(({ headers }) => headers['idempotency-key'])
  expect(keys).toHaveLength(2)
  expect(new Set(keys).size).toBe(2)
})

test('a price that is another than the one beside the plan is marked before it is decided on', async ({ desk, simulator }) => {
  const page = await openShop(desk, simulator, 'orders-server')
  await at(page, `plan-standard-${months}`).click()
  await at(page, 'server-id').fill('bantoweb4')
  setPrice(simulator, 12_500)
  await askPrice(page)
  await expect(at(page, 'price-was')).toHaveText('¥11,880')
  await expect(at(page, 'price-now')).toHaveText('¥12,500')
  await expect(at(page, `plan-standard-${months}`)).toContainText('¥12,500')
})

test('a server order whose answer was lost is never sent again, and settled by the list', async ({ desk, simulator }) => {
  const page = await openShop(desk, simulator, 'orders-server')
  await at(page, `plan-standard-${months}`).click()
  await at(page, 'server-id').fill('bantoweb4')
  await askPrice(page)
  simulator.faults.add({ match: { method: 'POST', path: '^/v1/server$' }, times: 1, fault: { kind: 'reset-after' } })
  await agreeAndPay(page)
  await expectState(page, 'bantoweb4', 'accepted')
  expect(sentFor(simulator, 'server.order')).toHaveLength(1)
  expect(charges(simulator)).toEqual([['order', 'bantoweb4.simulator.example', yen]])
})

test('a server id that somebody else has is refused without a charge, and the order can be changed', async ({ desk, simulator }) => {
  const page = await openShop(desk, simulator, 'orders-server')
  await at(page, `plan-standard-${months}`).click()
  await at(page, 'server-id').fill('bantoweb5')
  await askPrice(page)
  simulator.world.serverIds.add('bantoweb5')
  await agreeAndPay(page)
  await expectState(page, 'bantoweb5', 'refused')
  await expect(placed(page, 'bantoweb5')).toContainText('SERVER_ID_TAKEN')
  await expectAccessible(page, 'a declined order')
  await at(page, 'change-order').click()
  await at(page, 'server-id').fill('bantoweb6')
  await askPrice(page)
  await agreeAndPay(page)
  await expectState(page, 'bantoweb6', 'accepted')
  expect(charges(simulator)).toEqual([['order', 'bantoweb6.simulator.example', yen]])
})

test('with too little balance the dry run already says so, with what to do', async ({ desk, simulator }) => {
  const alpha = simulator.world.users.find(({ name }) => name === 'alpha')
  if (!alpha) throw new Error('The world has no alpha')
  alpha.balance = 100
  const page = await openShop(desk, simulator, 'orders-server')
  await at(page, `plan-standard-${months}`).click()
  await at(page, 'ask-price').click()
  await expect(at(page, 'quote-problems')).toContainText('Insufficient prepaid balance')
  await expect(at(page, 'quote-problems')).toContainText('PAYMENT_REQUIRED')
  await expectAccessible(page, 'too little balance')
  await expect(at(page, 'pay')).toHaveCount(0)
})

/** As after half an hour, or twenty other prices. */
async function forgetPrice(desk: Desk, page: Page): Promise<void> {
  const [, quoteId = ''] = /"quoteId":"([^"]+)"/.exec(desk.messages().filter(({ data }) => JSON.stringify(data).includes('orders.quote"')).map(({ data }) => JSON.stringify(data)).at(-1) ?? '') ?? []
  await ask(page, 'orders.dropQuote', { quoteId })
}

test('nothing of an order can be changed while it is written, and what was ordered is shown', async ({ desk, simulator }) => {
  const page = await openShop(desk, simulator, 'orders-server')
  await at(page, `plan-standard-${months}`).click()
  await at(page, 'server-id').fill('bantoweb7')
  await askPrice(page)
  const letGo = await holdAnswer(desk, 'orders.confirm')
  await agreeAndPay(page)
  await expect(at(page, 'pay')).toHaveAttribute('aria-busy', 'true')
  await expect(at(page, 'server-id')).toBeDisabled()
  await expect(at(page, 'propose-id')).toBeDisabled()
  await expect(at(page, 'price-again')).toBeDisabled()
  await letGo()
  await expectState(page, 'bantoweb7', 'accepted')
  expect(charges(simulator)).toEqual([['order', 'bantoweb7.simulator.example', yen]])
})

test('the button names what the price is for, also when the account can no longer be chosen', async ({ desk, simulator }) => {
  const page = await openShop(desk, simulator, 'orders-server')
  await at(page, `plan-standard-${months}`).click()
  await at(page, 'server-id').fill('bantoweb8')
  await askPrice(page)
  setPrice(simulator, 12_500)
  await agreeAndPay(page)
  await expect(at(page, 'price-now')).toBeVisible({ timeout: 30_000 })
  const [account] = await ask(page, 'accounts.list', null)
  await ask(page, 'accounts.update', { accountId: account?.id ?? '', isReadOnly: true })
  await expect(at(page, 'no-account')).toContainText('Alpha: Read-only in Banto')
  await expect(at(page, 'pay')).toContainText('Order bantoweb8 for ¥12,500')
})

test('when a price is no longer at hand, it is asked anew and can be paid', async ({ desk, simulator }) => {
  const page = await openShop(desk, simulator, 'orders-server')
  await at(page, `plan-standard-${months}`).click()
  await at(page, 'server-id').fill('bantoweb9')
  await askPrice(page)
  await forgetPrice(desk, page)
  await agreeAndPay(page)
  await at(page, 'price-gone').getByRole('button').click()
  await expect(at(page, 'price-gone')).toHaveCount(0)
  await agreeAndPay(page)
  await expectState(page, 'bantoweb9', 'accepted')
  expect(charges(simulator)).toEqual([['order', 'bantoweb9.simulator.example', yen]])
})

test('while a price is asked anew the old one cannot be paid', async ({ desk, simulator }) => {
  const page = await openShop(desk, simulator, 'orders-server')
  await at(page, `plan-standard-${months}`).click()
  await at(page, 'server-id').fill('bantoweb10')
  await askPrice(page)
  await at(page, 'agree').click()
  const letGo = await holdAnswer(desk, 'orders.quote')
  await at(page, 'price-again').click()
  await expect(at(page, 'stop-asking')).toBeVisible()
  await expect(at(page, 'pay')).toHaveCount(0)
  await letGo()
  await expect(at(page, 'pay')).toBeDisabled()
  await at(page, 'agree').click()
  await expect(at(page, 'pay')).toBeEnabled()
})

test('a decision whose answer is lost says at the second press that it was confirmed, and is charged once', async ({ desk, simulator }) => {
  const page = await openShop(desk, simulator, 'orders-server')
  await at(page, `plan-standard-${months}`).click()
  await at(page, 'server-id').fill('bantoweb11')
  await askPrice(page)
  await loseAnswer(desk, 'orders.confirm')
  await agreeAndPay(page)
  await expect(at(page, 'pay-panel').getByRole('alert')).toBeVisible()
  await at(page, 'pay').click()
  await expect(at(page, 'confirmed-already')).toContainText('Already confirmed')
  await expect(at(page, 'pay-panel')).not.toContainText('Nothing was charged')
  await expect(at(page, 'pay')).toBeDisabled()
  await at(page, 'confirmed-already').getByRole('link').click()
  await expect(at(page, 'orders-table')).toContainText('bantoweb11')
  await expect(async () => expect(charges(simulator)).toEqual([['order', 'bantoweb11.simulator.example', yen]])).toPass()
})
