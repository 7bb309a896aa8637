import { createPinia, setActivePinia } from 'pinia'
import { effectScope, shallowRef } from 'vue'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import type { StoredOrderIntentState } from '#shared/ipc/order-intent-schemas.ts'
import type { OrderItem } from '#shared/ipc/order-items.ts'
import { maxQuoteItems } from '#shared/ipc/quote-and-offer-schemas.ts'
import { useNameSearchAndBasket } from '#renderer/features/orders/acquire-domain/name-search-and-basket-store.ts'
import { isQuoteRowPayable } from '#renderer/features/orders/checkout/is-quote-row-payable.ts'
import { usePurchaseFlow } from '#renderer/features/orders/checkout/usePurchaseFlow.ts'
import {
  useQuoteAndPayment,
  type ConfirmedPurchase,
  type QuoteAndPayment,
} from '#renderer/features/orders/checkout/useQuoteAndPayment.ts'
import { useAuthCodeKeptInMain } from '#renderer/features/orders/transfer-domain/useAuthCodeKeptInMain.ts'
import { useAppState } from '#renderer/stores/app-state.ts'
import { createKeychainInMemory } from '#test/keychain-in-memory.ts'
import { rightAuthCode, startOrdersThroughCommandsRig } from '#test/main/orders/orders-through-commands-rig.ts'
import { startSimulatorRig, type SimulatorRig } from '#test/main-process-rig.ts'
import { connectRigBridge, type RigBridge } from '#test/renderer/bridge-to-main-process-rig.ts'

const token = 'a-key-for-decisions'
const names = Array.from({ length: 12 }, (_, n) => `renew-${n}.com`)
let rig: SimulatorRig
let bridge: RigBridge
let accountId: string
/** Renewals that no test has used yet. */
let unused: OrderItem[]

beforeAll(async () => {
  rig = await startSimulatorRig({
    world: {
      users: [
        {
          name: 'first',
          balance: 1_000_000,
          keys: [{ token }],
          domains: names.map((domain_name) => ({ domain_name, expiry_date: '2027-03-31' })),
        },
      ],
    },
  })
  accountId = (await rig.addAccount('First', [token])).id
  unused = names.map((name) => ({ kind: 'renew', accountId, name, years: 1 }))
})
afterAll(() => rig.close())
beforeEach(() => {
  bridge = connectRigBridge(rig)
  setActivePinia(createPinia())
})

function take(count: number): OrderItem[] {
  return unused.splice(0, count)
}

function within<T>(set: () => T): { made: T; leave: () => void } {
  const scope = effectScope()
  const made = scope.run(set)
  if (made === undefined) throw new Error('The scope is not active')
  return { made, leave: () => scope.stop() }
}

/** The row IDs and the total that the payment panel confirms. */
function decisionOn({ offer }: QuoteAndPayment): [string[], number] {
  const rows = (offer.value?.rows ?? []).filter(isQuoteRowPayable)
  return [rows.map(({ id }) => id), rows.reduce((sum, { yen }) => sum + yen, 0)]
}

describe('A purchase that is being confirmed', () => {
  test('The offer is neither dropped nor requested again during the confirmation, and is gone afterwards', async () => {
    const { made: quoteAndPayment } = within(useQuoteAndPayment)
    const items = take(2)
    await quoteAndPayment.ask(items)
    const { value: offered } = quoteAndPayment.offer
    const release = bridge.hold('orders.confirm')
    const paying = quoteAndPayment.pay(...decisionOn(quoteAndPayment))
    await quoteAndPayment.ask(take(1))
    await quoteAndPayment.again()
    quoteAndPayment.forgetPrice()
    quoteAndPayment.drop()
    expect(quoteAndPayment.isPaying.value).toBe(true)
    expect(quoteAndPayment.offer.value).toBe(offered)
    release()
    expect((await paying)?.items).toEqual(items)
    expect(quoteAndPayment).toMatchObject({
      offer: { value: null },
      isAsking: { value: false },
      isPaying: { value: false },
    })
    expect(bridge.calls).toEqual(['orders.quote', 'orders.confirm'])
  })

  test('A second click does not confirm the purchase twice', async () => {
    const { made: quoteAndPayment } = within(useQuoteAndPayment)
    await quoteAndPayment.ask(take(1))
    const decision = decisionOn(quoteAndPayment)
    const [first, second] = await Promise.all([quoteAndPayment.pay(...decision), quoteAndPayment.pay(...decision)])
    expect(first?.runId).toBeTruthy()
    expect(second).toBeNull()
    expect(quoteAndPayment.payError.value).toBeNull()
    expect(await quoteAndPayment.pay(...decision)).toBeNull()
    expect(bridge.calls).toEqual(['orders.quote', 'orders.confirm'])
  })

  test('A purchase is recorded even if its page is left during the confirmation', async () => {
    const paid = shallowRef<readonly ConfirmedPurchase[]>([])
    const { made: purchase, leave } = within(() => usePurchaseFlow({ confirmedPurchases: paid }))
    const items = take(1)
    await purchase.quoteAndPayment.ask(items)
    const release = bridge.hold('orders.confirm')
    const paying = purchase.pay(...decisionOn(purchase.quoteAndPayment))
    expect(purchase.isLocked.value).toBe(true)
    leave()
    release()
    await paying
    expect(paid.value.map((each) => each.items)).toEqual([items])
  })
})

test('A confirmed purchase contains only the chosen rows', async () => {
  const { made: quoteAndPayment } = within(useQuoteAndPayment)
  const items = take(3)
  const quote = await quoteAndPayment.ask(items)
  const [first, , last] = quote?.rows ?? []
  const paid = await quoteAndPayment.pay([first?.id ?? '', last?.id ?? ''], (first?.yen ?? 0) + (last?.yen ?? 0))
  expect(paid?.items).toEqual([items[0], items[2]])
})

test('An offer follows the other orders of its accounts: a refused one ends a problem and is named as a refusal', async () => {
  const { made: quoteAndPayment, leave } = within(useQuoteAndPayment)
  onTestFinished(leave)
  const [refused, other] = take(2) as [OrderItem & { kind: 'renew' }, OrderItem]
  const user = rig.simulator.world.user('first')
  const { balance } = user
  onTestFinished(() => void (user.balance = balance))
  const { rows, totalYen } = await rig.call('orders.quote', { quoteId: 'of-the-refused', items: [refused] })
  const path = `/${refused.name}/renew$`
  rig.simulator.faults.add({ match: { method: 'POST', path }, times: 1, fault: { kind: 'delay', ms: 2_000 } })
  const rowIds = rows.map(({ id }) => id)
  await rig.call('orders.confirm', { quoteId: 'of-the-refused', rowIds, totalYen, agreesToTerms: true })
  await quoteAndPayment.ask([refused, other])
  const problem = () => quoteAndPayment.quote.value?.rows[0]?.problem?.reason
  const refusal = () => quoteAndPayment.quote.value?.accounts[0]?.hint?.refusal
  expect(['open_intent', 'waiting_intent']).toContain(problem())
  expect(refusal()).toBeNull()
  user.balance = 10
  const intentId = quoteAndPayment.quote.value?.rows[0]?.problem?.intentId ?? ''
  await expect
    .poll(async () => (await rig.call('orders.intent', { intentId })).state, { timeout: 10_000 })
    .toBe('refused')
  bridge.emit('orders.changed', { intentIds: [intentId] })
  await expect.poll(problem).toBe('ended_intent')
  expect(refusal()).toMatchObject({ call: 'order' })
})

test('An offer says that another order may have been charged once that order was sent after the check', async () => {
  const { made: quoteAndPayment, leave } = within(useQuoteAndPayment)
  onTestFinished(leave)
  const [item] = take(1) as [OrderItem & { kind: 'renew' }]
  const { rows, totalYen } = await rig.call('orders.quote', { quoteId: 'of-the-sent', items: [item] })
  const delay = (method: string, path: string, ms: number) =>
    rig.simulator.faults.add({
      match: { method, path: `/${item.name}${path}$` },
      times: 1,
      fault: { kind: 'delay', ms },
    })
  delay('GET', '', 1_000)
  delay('POST', '/renew', 3_000)
  const rowIds = rows.map(({ id }) => id)
  await rig.call('orders.confirm', { quoteId: 'of-the-sent', rowIds, totalYen, agreesToTerms: true })
  await quoteAndPayment.ask([item])
  const problem = () => quoteAndPayment.quote.value?.rows[0]?.problem
  expect(problem()?.reason).toBe('waiting_intent')
  const intentId = problem()?.intentId ?? ''
  await expect.poll(async () => (await rig.call('orders.intent', { intentId })).state, { timeout: 5_000 }).toBe('sent')
  bridge.emit('orders.changed', { intentIds: [intentId] })
  await expect.poll(() => problem()?.reason).toBe('open_intent')
})

test('A price that cannot be requested again is no longer offered', async () => {
  const { made: quoteAndPayment } = within(useQuoteAndPayment)
  const [item] = take(1)
  if (!item) throw new Error('No item is left')
  await quoteAndPayment.ask([item])
  expect(quoteAndPayment.offer.value).not.toBeNull()
  await quoteAndPayment.ask([{ ...item, accountId: 'nobody' }])
  expect(quoteAndPayment.error.value?.kind).toBe('not_found')
  expect(quoteAndPayment.offer.value).toBeNull()
})

test('The error of a purchase that the keychain stopped is shown until the keychain can be used', async () => {
  const open = createKeychainInMemory()
  let isLocked = false
  const { accountId: payerId, rig: ordersRig } = await startOrdersThroughCommandsRig(undefined, {
    ...open,
    get: (id) => (isLocked ? Promise.resolve(null) : open.get(id)),
    set: (id, secret) => (isLocked ? Promise.reject(new Error('The keychain is locked')) : open.set(id, secret)),
  })
  connectRigBridge(ordersRig)
  const { made, leave } = within(() => ({ app: useAppState(), quoteAndPayment: useQuoteAndPayment() }))
  onTestFinished(leave)
  const { app, quoteAndPayment } = made
  const { authCodeId } = await ordersRig.call('orders.keepAuthCode', { authCode: rightAuthCode })
  const item: OrderItem = { kind: 'transfer', accountId: payerId, name: 'away.com' }
  await quoteAndPayment.ask([item], { authCodeIds: { 'away.com': authCodeId } })
  isLocked = true
  await quoteAndPayment.pay(...decisionOn(quoteAndPayment))
  await app.refresh()
  expect(quoteAndPayment.payError.value?.kind).toBe('keychain_locked')
  isLocked = false
  await app.checkKeychain()
  expect(quoteAndPayment.payError.value).toBeNull()
})

test('An auth code that is dropped while it is sent to main is kept neither in the window nor in main', async () => {
  const { made: code } = within(useAuthCodeKeptInMain)
  code.typed.value = 'wombat-auth-code-77Qx'
  const release = bridge.hold('orders.keepAuthCode')
  const keeping = code.keep()
  code.forget()
  release()
  expect(await keeping).toBeNull()
  expect(code.authCodeId.value).toBeNull()
  expect(bridge.calls).toEqual(['orders.keepAuthCode', 'orders.discardAuthCode'])
})

describe('The basket of names to acquire', () => {
  const itemOf = (name: string) => ({ name, years: 1, yearYen: 990, isCampaign: false })

  test('A refused name returns to the basket unless a later purchase includes it', () => {
    const basketStore = useNameSearchAndBasket()
    basketStore.basket = ['one.com', 'two.net', 'three.com'].map(itemOf)
    basketStore.order('first', ['one.com', 'two.net'])
    // The price of two.net had changed, and the user confirmed it again.
    basketStore.order('second', ['two.net'])
    basketStore.returnToBasket([
      { runId: 'first', target: 'one.com', state: 'refused', status: 'refused' },
      { runId: 'first', target: 'two.net', state: 'refused', status: 'refused' },
      { runId: 'second', target: 'two.net', state: 'done', status: 'done' },
    ])
    expect(basketStore.basket).toEqual(['one.com', 'three.com'].map(itemOf))
    expect([...basketStore.ordered]).toEqual(['two.net'])
  })

  test('A name of unknown outcome returns to the basket when its order turns out refused or abandoned', () => {
    const basketStore = useNameSearchAndBasket()
    basketStore.basket = ['one.com', 'two.net', 'three.com'].map(itemOf)
    basketStore.paid = [{ runId: 'run', items: [] }]
    basketStore.order('run', ['one.com', 'two.net', 'three.com'])
    expect(basketStore.unsettledRunsLeftByUser).toEqual([])
    const outcome = (target: string, state: StoredOrderIntentState) => ({ runId: 'run', target, state, status: state })
    basketStore.returnToBasket([
      outcome('one.com', 'refused'),
      outcome('two.net', 'sent'),
      outcome('three.com', 'unsettled'),
    ])
    basketStore.paid = []
    expect(basketStore.unsettledRunsLeftByUser).toEqual([{ runId: 'run' }])
    expect([...basketStore.ordered]).toEqual(['two.net', 'three.com'])
    // one.com is ordered again, so that the outcome of its first order no longer concerns it.
    basketStore.order('later', ['one.com'])
    expect(
      basketStore.returnToBasket([
        outcome('one.com', 'refused'),
        outcome('two.net', 'refused'),
        outcome('three.com', 'abandoned'),
      ]),
    ).toEqual(new Set(['two.net', 'three.com']))
    expect(basketStore.basket).toEqual(['two.net', 'three.com'].map(itemOf))
    expect(basketStore.unsettledRunsLeftByUser).toEqual([{ runId: 'later' }])
  })

  test('The basket reports when it has more names than one purchase accepts', () => {
    const basketStore = useNameSearchAndBasket()
    basketStore.basket = Array.from({ length: maxQuoteItems }, (_, n) => itemOf(`name-${n}.com`))
    expect(basketStore.hasTooManyItems).toBe(false)
    basketStore.basket = [...basketStore.basket, itemOf('one-more.com')]
    expect(basketStore.hasTooManyItems).toBe(true)
  })
})
