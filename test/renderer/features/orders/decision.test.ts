import { createPinia, setActivePinia } from 'pinia'
import { effectScope, shallowRef } from 'vue'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { mostQuoted, type IntentState, type OrderItem } from '#shared/ipc/orders.ts'
import { useAcquire } from '#renderer/features/orders/acquire/acquire-state.ts'
import { isPayable } from '#renderer/features/orders/quote/quote-rows.ts'
import { usePurchase } from '#renderer/features/orders/quote/usePurchase.ts'
import { useQuote, type Paid, type QuoteInHand } from '#renderer/features/orders/quote/useQuote.ts'
import { useAuthCode } from '#renderer/features/orders/transfer/useAuthCode.ts'
import { startRig, type Rig } from '#test/rig.ts'
import { bridgeTo, type HeldBridge } from '../../held-bridge.ts'

const token = 'a-key-for-decisions'
const names = Array.from({ length: 12 }, (_, n) => `renew-${n}.com`)
let rig: Rig
let bridge: HeldBridge
let accountId: string
/** Each test renews what no other did. */
let unused: OrderItem[]

beforeAll(async () => {
  rig = await startRig({ world: { users: [{ name: 'first', balance: 1_000_000, keys: [{ token }], domains: names.map((domain_name) => ({ domain_name, expiry_date: '2027-03-31' })) }] } })
  accountId = (await rig.addAccount('First', [token])).id
  unused = names.map((name) => ({ kind: 'renew', accountId, name, years: 1 }))
})
afterAll(() => rig.close())
beforeEach(() => {
  bridge = bridgeTo(rig)
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

/** As the pay panel does it. */
function decisionOn({ offer }: QuoteInHand): [string[], number] {
  const rows = (offer.value?.rows ?? []).filter(isPayable)
  return [rows.map(({ id }) => id), rows.reduce((sum, { yen }) => sum + yen, 0)]
}

describe('while a decision is on its way', () => {
  test('its price is neither dropped nor asked anew, and nothing is left asking once it was taken', async () => {
    const { made: inHand } = within(useQuote)
    const items = take(2)
    await inHand.ask(items)
    const { value: offered } = inHand.offer
    const letGo = bridge.hold('orders.confirm')
    const paying = inHand.pay(...decisionOn(inHand))
    await inHand.ask(take(1))
    await inHand.again()
    inHand.forgetPrice()
    inHand.drop()
    expect(inHand.isPaying.value).toBe(true)
    expect(inHand.offer.value).toBe(offered)
    letGo()
    expect((await paying)?.items).toEqual(items)
    expect(inHand).toMatchObject({ offer: { value: null }, isAsking: { value: false }, isPaying: { value: false } })
    expect(bridge.asked).toEqual(['orders.quote', 'orders.confirm'])
  })

  test('a second press is no second decision', async () => {
    const { made: inHand } = within(useQuote)
    await inHand.ask(take(1))
    const decision = decisionOn(inHand)
    const [first, second] = await Promise.all([inHand.pay(...decision), inHand.pay(...decision)])
    expect(first?.runId).toBeTruthy()
    expect(second).toBeNull()
    expect(inHand.payError.value).toBeNull()
    expect(await inHand.pay(...decision)).toBeNull()
    expect(bridge.asked).toEqual(['orders.quote', 'orders.confirm'])
  })

  test('leaving the page does not lose what was paid', async () => {
    const paid = shallowRef<readonly Paid[]>([])
    const { made: purchase, leave } = within(() => usePurchase({ paid }))
    const items = take(1)
    await purchase.inHand.ask(items)
    const letGo = bridge.hold('orders.confirm')
    const paying = purchase.pay(...decisionOn(purchase.inHand))
    expect(purchase.isLocked.value).toBe(true)
    leave()
    letGo()
    await paying
    expect(paid.value.map((each) => each.items)).toEqual([items])
  })
})

test('what was decided holds only the rows that were chosen', async () => {
  const { made: inHand } = within(useQuote)
  const items = take(3)
  const quote = await inHand.ask(items)
  const [first, , last] = quote?.rows ?? []
  const paid = await inHand.pay([first?.id ?? '', last?.id ?? ''], (first?.yen ?? 0) + (last?.yen ?? 0))
  expect(paid?.items).toEqual([items[0], items[2]])
})

test('a price that cannot be asked anew is no longer offered', async () => {
  const { made: inHand } = within(useQuote)
  const [item] = take(1)
  if (!item) throw new Error('No item is left')
  await inHand.ask([item])
  expect(inHand.offer.value).not.toBeNull()
  await inHand.ask([{ ...item, accountId: 'nobody' }])
  expect(inHand.error.value?.kind).toBe('not_found')
  expect(inHand.offer.value).toBeNull()
})

test('an auth code that was forgotten while it crossed is not kept, in the window or in main', async () => {
  const { made: code } = within(useAuthCode)
  code.typed.value = 'wombat-auth-code-77Qx'
  const letGo = bridge.hold('orders.keepAuthCode')
  const keeping = code.keep()
  code.forget()
  letGo()
  expect(await keeping).toBeNull()
  expect(code.ticket.value).toBeNull()
  expect(bridge.asked).toEqual(['orders.keepAuthCode', 'orders.discardAuthCode'])
})

describe('the basket of names', () => {
  const itemOf = (name: string) => ({ name, years: 1, yearYen: 990, isCampaign: false })

  test('gets back what was refused of one decision after the other', () => {
    const acquire = useAcquire()
    acquire.basket = ['one.com', 'two.net', 'three.com'].map(itemOf)
    acquire.order('first', ['one.com', 'two.net'])
    // The price of two.net was another, and it was decided anew.
    acquire.order('second', ['two.net'])
    acquire.takeBack([
      { runId: 'first', target: 'one.com', state: 'refused' },
      { runId: 'first', target: 'two.net', state: 'refused' },
      { runId: 'second', target: 'two.net', state: 'done' },
    ])
    expect(acquire.basket).toEqual(['one.com', 'three.com'].map(itemOf))
    expect([...acquire.ordered]).toEqual(['two.net'])
  })

  test('waits for what is not settled when the person goes on, and gets it back once nothing came of it', () => {
    const acquire = useAcquire()
    acquire.basket = ['one.com', 'two.net', 'three.com'].map(itemOf)
    acquire.paid = [{ runId: 'run', items: [] }]
    acquire.order('run', ['one.com', 'two.net', 'three.com'])
    expect(acquire.left).toEqual([])
    const outcome = (target: string, state: IntentState) => ({ runId: 'run', target, state })
    acquire.takeBack([outcome('one.com', 'refused'), outcome('two.net', 'sent'), outcome('three.com', 'unsettled')])
    acquire.paid = []
    expect(acquire.left).toEqual([{ runId: 'run' }])
    expect([...acquire.ordered]).toEqual(['two.net', 'three.com'])
    // Bought once more meanwhile: what became of it before says nothing about that.
    acquire.order('later', ['one.com'])
    expect(acquire.takeBack([outcome('one.com', 'refused'), outcome('two.net', 'refused'), outcome('three.com', 'abandoned')])).toBe(2)
    expect(acquire.basket).toEqual(['two.net', 'three.com'].map(itemOf))
    expect(acquire.left).toEqual([{ runId: 'later' }])
  })

  test('says when it holds more than can be bought at once', () => {
    const acquire = useAcquire()
    acquire.basket = Array.from({ length: mostQuoted }, (_, n) => itemOf(`name-${n}.com`))
    expect(acquire.isOverfull).toBe(false)
    acquire.basket = [...acquire.basket, itemOf('one-more.com')]
    expect(acquire.isOverfull).toBe(true)
  })
})
