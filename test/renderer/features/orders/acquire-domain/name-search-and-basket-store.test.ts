import { createPinia, setActivePinia, storeToRefs } from 'pinia'
import { effectScope, nextTick } from 'vue'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import type { EventPayload } from '#shared/ipc/all-commands-and-events.ts'
import type { NameSearchResult } from '#shared/ipc/domain-availability-search.ts'
import type { QuoteRow } from '#shared/ipc/quote-and-offer-schemas.ts'
import { useNameSearchAndBasket } from '#renderer/features/orders/acquire-domain/name-search-and-basket-store.ts'
import { useReturnRefusedNamesToBasket } from '#renderer/features/orders/acquire-domain/useReturnRefusedNamesToBasket.ts'
import type { ConfirmedPurchase } from '#renderer/features/orders/checkout/useQuoteAndPayment.ts'
import { useOrdersPlacedAgain } from '#renderer/features/orders/checkout/orders-placed-again-store.ts'
import { isQuoteRowPayable } from '#renderer/features/orders/checkout/is-quote-row-payable.ts'
import { usePurchaseFlow } from '#renderer/features/orders/checkout/usePurchaseFlow.ts'
import { useAccounts } from '#renderer/stores/accounts-and-selection.ts'
import { startSimulator } from '#simulator/start-simulator.ts'
import { startSimulatorRig, type SimulatorRig } from '#test/main-process-rig.ts'
import { connectRigBridge, type RigBridge } from '#test/renderer/bridge-to-main-process-rig.ts'

const token = 'a-key-for-names'
let rig: SimulatorRig
let bridge: RigBridge
let accountId: string
let otherAccountId: string
/** Acquisitions are answered when it resolves. */
let mayAnswer: Promise<void> | undefined

beforeAll(async () => {
  rig = await startSimulatorRig({
    onArrival: ({ method, path }) => (method === 'POST' && path === '/v1/domain' ? mayAnswer : undefined),
    world: {
      users: [
        { name: 'first', balance: 1_000_000, keys: [{ token, services: { domain: { allow_acquisition: true } } }] },
        { name: 'second', keys: [{ token: 'another-key-for-names' }] },
      ],
    },
  })
  accountId = (await rig.addAccount('First', [token])).id
  otherAccountId = (await rig.addAccount('Second', ['another-key-for-names'])).id
})
afterAll(() => rig.close())
beforeEach(() => {
  bridge = connectRigBridge(rig)
  setActivePinia(createPinia())
})

describe('Search results', () => {
  const before: NameSearchResult = {
    typed: 'before.com',
    name: 'before.com',
    availability: { available: true, unpayable: null },
    readAt: 0,
    error: null,
  }

  test.each(['', 'nodot', 'x'.repeat(5_000)])(
    'Results stay and main is not called while the typed text cannot be searched (%#)',
    async (text) => {
      const basketStore = useNameSearchAndBasket()
      basketStore.found = [before]
      basketStore.text = text
      await basketStore.search(accountId)
      expect(basketStore).toMatchObject({ found: [before], error: null, isSearching: false })
      expect(bridge.calls).toEqual([])
    },
  )

  test('A new price of a name applies to all names of its TLD, in the results and in the basket', () => {
    const basketStore = useNameSearchAndBasket()
    const prices = { register: 330, renew: 990, transfer: null, currency: 'JPY', campaign_applied: true }
    const priced = (name: string): NameSearchResult => ({
      ...before,
      name,
      availability: { available: true, unpayable: null, prices },
    })
    basketStore.found = [priced('before.com'), priced('same-tld.com'), priced('other.net')]
    basketStore.addAllAvailable()
    const row = {
      item: { kind: 'acquire', accountId, name: 'before.com', years: 1, nameservers: null },
      yen: 550,
      yenPerYear: 550,
      isCampaign: false,
      pricedAt: 9,
      problem: null,
    }
    basketStore.applyQuote([row as unknown as QuoteRow])
    expect(basketStore.found[0]).toMatchObject({
      readAt: 9,
      availability: { prices: { register: 550, renew: 990, campaign_applied: false } },
    })
    expect(basketStore.basket.map(({ name, yearYen }) => [name, yearYen])).toEqual([
      ['before.com', 550],
      ['same-tld.com', 550],
      ['other.net', 330],
    ])
    expect(basketStore.found.map(({ availability }) => availability?.prices?.register)).toEqual([550, 550, 330])
    // The quote has looked up only its own name, so the availability of the others is as old as before.
    expect(basketStore.found.map(({ readAt }) => readAt)).toEqual([9, 0, 0])
  })

  test('A name that a quote cannot offer is no longer available in the results, with the reason of the quote', () => {
    const basketStore = useNameSearchAndBasket()
    const after: NameSearchResult = { ...before, typed: 'after.com', name: 'after.com' }
    basketStore.found = [before, after]
    const rowOf = (name: string, reason: string, error: object | null) => ({
      item: { kind: 'acquire', accountId, name, years: 1, nameservers: null },
      yenPerYear: null,
      problem: { reason, error, intentId: null },
    })
    const rows = [
      rowOf('before.com', 'registered', { kind: 'service', message: '', serviceMessage: 'taken', details: {} }),
      // Says nothing of the name.
      rowOf('after.com', 'data_not_read', null),
    ]
    basketStore.applyQuote(rows as unknown as QuoteRow[])
    expect(basketStore.found).toEqual([
      { ...before, availability: { available: false, unpayable: null, reason: 'registered', reason_message: 'taken' } },
      after,
    ])
    expect(basketStore.found.filter(basketStore.isFree)).toEqual([after])
  })

  test('A name that a later quote offers is available again in the results', () => {
    const basketStore = useNameSearchAndBasket()
    basketStore.found = [{ ...before, availability: { available: true, unpayable: null, prices: { register: 990 } } }]
    basketStore.addAllAvailable()
    const item = { kind: 'acquire', accountId, name: 'before.com', years: 1, nameservers: null }
    const priced = { item, yen: 990, yenPerYear: 990, isCampaign: null, pricedAt: 8 }
    const problem = { reason: 'external_conflict', error: null, intentId: null }
    basketStore.applyQuote([{ ...priced, problem } as unknown as QuoteRow])
    expect(basketStore.found.filter(basketStore.isFree)).toEqual([])
    basketStore.applyQuote([{ ...priced, pricedAt: 9, problem: null } as unknown as QuoteRow])
    expect(basketStore.found.filter(basketStore.isFree).map(({ name }) => name)).toEqual(['before.com'])
    expect(basketStore.found[0]).toMatchObject({ readAt: 9, availability: { reason: null, reason_message: null } })
  })

  test('Results stay when main refuses the search', async () => {
    const basketStore = useNameSearchAndBasket()
    basketStore.found = [before]
    basketStore.text = 'foo.com'
    await basketStore.search('nobody')
    expect(basketStore).toMatchObject({ found: [before], isSearching: false })
    expect(basketStore.error?.kind).toBe('not_found')
  })

  test('Results are replaced when main accepts a search, even of many names on one line', async () => {
    const basketStore = useNameSearchAndBasket()
    basketStore.found = [before]
    basketStore.text = Array.from({ length: 40 }, (_, n) => `some-longer-name-${n}.com`).join(', ')
    await basketStore.search(accountId)
    expect(basketStore).toMatchObject({ found: [], error: null, isSearching: true, progress: { total: 40 } })
    basketStore.cancel()
  })
})

test('A search that ended early says how many names have no result and why, and the chosen account goes on with these alone', async () => {
  const basketStore = useNameSearchAndBasket()
  const asked = () => rig.simulator.ledger.requests.filter(({ endpoint }) => endpoint === 'domain.check')
  basketStore.text = 'rest-one.com rest-two.com rest-three.com'
  const over = rig.event('orders.searchProgress', ({ isOver }) => isOver)
  await basketStore.search(accountId)
  await over
  const error = { kind: 'service', message: 'refused', status: 400, details: {} } as const
  const resultOf = (name: string, isChecked: boolean): NameSearchResult => ({
    typed: name,
    name,
    availability: isChecked ? { available: true, unpayable: null } : null,
    readAt: null,
    error: isChecked ? null : error,
  })
  const checked = [resultOf('rest-one.com', true), resultOf('rest-three.com', true)]
  basketStore.found = [...checked, resultOf('rest-two.com', false)]
  basketStore.progress = { searchId: 'ended', done: 3, total: 3, isOver: true, minutesLeft: null }
  expect(basketStore.rest).toEqual({ count: 1, reasons: [error] })
  rig.simulator.ledger.clear()
  const restOver = rig.event('orders.searchProgress', ({ isOver }) => isOver)
  await basketStore.searchRest(otherAccountId)
  await restOver
  expect(asked().map(({ userName, query }) => [userName, query.domain_name])).toEqual([['second', 'rest-two.com']])
  expect(basketStore.searchedAccountId).toBe(otherAccountId)
  expect(basketStore).toMatchObject({ found: checked, rest: null, progress: { done: 2, total: 3 } })
  basketStore.cancel()
})

test('The remaining names are those of the shown search after main refused another one', async () => {
  const basketStore = useNameSearchAndBasket()
  const asked = () => rig.simulator.ledger.requests.filter(({ endpoint }) => endpoint === 'domain.check')
  basketStore.text = 'shown-one.com shown-two.com'
  const over = rig.event('orders.searchProgress', ({ isOver }) => isOver)
  await basketStore.search(accountId)
  await over
  const error = { kind: 'service', message: 'refused', status: 400, details: {} } as const
  const resultOf = (name: string, isChecked: boolean): NameSearchResult => ({
    typed: name,
    name,
    availability: isChecked ? { available: true, unpayable: null } : null,
    readAt: null,
    error: isChecked ? null : error,
  })
  basketStore.found = [resultOf('shown-one.com', true), resultOf('shown-two.com', false)]
  basketStore.progress = { searchId: 'ended', done: 2, total: 2, isOver: true, minutesLeft: null }
  basketStore.text = 'refused.com'
  await basketStore.search('removed')
  expect([basketStore.error?.kind, basketStore.rest?.count]).toEqual(['not_found', 1])
  expect(basketStore.searchedAccountId).toBe(accountId)
  rig.simulator.ledger.clear()
  const restOver = rig.event('orders.searchProgress', ({ isOver }) => isOver)
  await basketStore.searchRest(accountId)
  await restOver
  expect(asked().map(({ query }) => query.domain_name)).toEqual(['shown-two.com'])
  basketStore.cancel()
})

test('Earlier results and invalid names are not counted as look-ups of a search', async () => {
  const basketStore = useNameSearchAndBasket()
  basketStore.text = 'counted-one.com counted-two.com under_score.com'
  const over = rig.event('orders.searchProgress', ({ isOver }) => isOver)
  await basketStore.search(accountId)
  await over
  const resultOf = (name: string | null): NameSearchResult => {
    const availability = name === 'counted-one.com' ? { available: true, unpayable: null } : null
    return { typed: name ?? 'under_score.com', name, availability, readAt: null, error: null }
  }
  basketStore.found = ['counted-one.com', 'counted-two.com', null].map(resultOf)
  basketStore.progress = { searchId: 'ended', done: 3, total: 3, isOver: true, minutesLeft: null }
  expect(basketStore).toMatchObject({ lookUpCount: 2, progress: { total: 3 } })
  const restOver = rig.event('orders.searchProgress', ({ isOver }) => isOver)
  await basketStore.searchRest(accountId)
  await restOver
  expect(basketStore).toMatchObject({ lookUpCount: 1, progress: { total: 3 } })
  basketStore.cancel()
})

test('A search that the user stopped says how many names have no result', async () => {
  const basketStore = useNameSearchAndBasket()
  basketStore.text = Array.from({ length: 90 }, (_, n) => `stopped-${n}.com`).join(' ')
  await basketStore.search(accountId)
  basketStore.cancel()
  expect(basketStore.rest).toEqual({ count: 90 - basketStore.found.length, reasons: ['search_stopped'] })
  expect(basketStore.rest?.count).toBeGreaterThan(80)
})

test('Names of a stopped search that were not answered before have a reason of their own', () => {
  const basketStore = useNameSearchAndBasket()
  const error = { kind: 'service', message: 'refused', status: 400, details: {} } as const
  basketStore.found = [{ typed: 'one.com', name: 'one.com', availability: null, readAt: null, error }]
  basketStore.progress = { searchId: 'ended', done: 1, total: 3, isOver: true, minutesLeft: null }
  expect(basketStore.rest).toEqual({ count: 3, reasons: ['search_stopped', error] })
})

test('A name whose order was refused is available again and no longer shown as ordered', () => {
  const basketStore = useNameSearchAndBasket()
  const named = (name: string): NameSearchResult => ({
    typed: name,
    name,
    availability: { available: true, unpayable: null },
    readAt: 0,
    error: null,
  })
  basketStore.found = ['done.com', 'declined.com', 'open.com'].map(named)
  basketStore.addAllAvailable()
  basketStore.order('run', ['done.com', 'declined.com', 'open.com'])
  basketStore.recordOutcomes([
    { runId: 'run', target: 'done.com', state: 'done', status: 'done' },
    { runId: 'run', target: 'declined.com', state: 'refused', status: 'refused' },
    { runId: 'run', target: 'open.com', state: 'unsettled', status: 'unsettled' },
  ])
  expect([...basketStore.ordered]).toEqual(['done.com', 'open.com'])
  expect(basketStore.found.filter(basketStore.isFree).map(({ name }) => name)).toEqual(['declined.com'])
  // The name is ordered again at another price; the outcome of the first run no longer concerns it.
  basketStore.order('again', ['declined.com'])
  basketStore.recordOutcomes([{ runId: 'run', target: 'declined.com', state: 'refused', status: 'refused' }])
  expect(basketStore.found.filter(basketStore.isFree)).toEqual([])
})

test.each([
  ['cancelled', 'abandoned'],
  ['recorded as not accepted', 'not_happened'],
] as const)(
  'A name whose order was %s is not called available, because it may be registered by now',
  (_name, status) => {
    const basketStore = useNameSearchAndBasket()
    const result: NameSearchResult = {
      typed: 'one.com',
      name: 'one.com',
      availability: { available: true, unpayable: null },
      readAt: 0,
      error: null,
    }
    basketStore.found = [result]
    basketStore.addAllAvailable()
    basketStore.order('run', ['one.com'])
    const closed = { runId: 'run', target: 'one.com', state: 'abandoned', status } as const
    basketStore.recordOutcomes([closed])
    expect(basketStore.found).toMatchObject([{ name: 'one.com', availability: null, readAt: null }])
    // The name was looked up again since.
    basketStore.found = [result]
    basketStore.recordOutcomes([closed])
    expect(basketStore.found.filter(basketStore.isFree)).toHaveLength(1)
  },
)

test('A search updates the price of a name that is in the basket or may return to it, and of no other', async () => {
  const basketStore = useNameSearchAndBasket()
  const item = { years: 2, yearYen: 1, isCampaign: false }
  basketStore.basket = ['basket-one.com', 'basket-other.com', 'basket-ordered.com'].map((name) => ({ ...item, name }))
  basketStore.order('run', ['basket-ordered.com'])
  basketStore.text = 'basket-one.com basket-ordered.com'
  const over = rig.event('orders.searchProgress', ({ isOver }) => isOver)
  await basketStore.search(accountId)
  await over
  for (const { name, payload } of rig.events)
    if (name === 'orders.searchProgress') bridge.emit(name, payload as EventPayload<typeof name>)
  const yearYen = basketStore.found[0]?.availability?.prices?.register
  expect(yearYen).toBeGreaterThan(1)
  expect(basketStore.basket).toEqual([
    { ...item, name: 'basket-one.com', yearYen, isCampaign: expect.any(Boolean) },
    { ...item, name: 'basket-other.com' },
  ])
  basketStore.returnToBasket([{ runId: 'run', target: 'basket-ordered.com', state: 'refused', status: 'refused' }])
  expect(basketStore.basket[0]).toMatchObject({ name: 'basket-ordered.com', yearYen })
  basketStore.cancel()
})

test('A name that was acquired is not called available when the remaining names of its search are looked up', async () => {
  const basketStore = useNameSearchAndBasket()
  const resultOf = (name: string, isChecked: boolean): NameSearchResult => ({
    typed: name,
    name,
    availability: isChecked ? { available: true, unpayable: null } : null,
    readAt: null,
    error: null,
  })
  basketStore.text = 'rest-four.com rest-five.com'
  await basketStore.search(accountId)
  basketStore.cancel()
  basketStore.found = [resultOf('rest-four.com', true), resultOf('rest-five.com', false)]
  basketStore.addAllAvailable()
  basketStore.order('run', ['rest-four.com'])
  const done = { runId: 'run', target: 'rest-four.com', state: 'done', status: 'done' } as const
  basketStore.recordOutcomes([done])
  basketStore.returnToBasket([done])
  await basketStore.searchRest(accountId)
  expect(basketStore.found.filter(({ name }) => name === 'rest-four.com')).toHaveLength(1)
  expect(basketStore.found.filter(basketStore.isFree).map(({ name }) => name)).not.toContain('rest-four.com')
  basketStore.cancel()
})

test('A name whose order was recorded as not accepted is no longer available once the order may have been charged', () => {
  const basketStore = useNameSearchAndBasket()
  basketStore.basket = [{ name: 'one.com', years: 1, yearYen: 990, isCampaign: false }]
  basketStore.order('run', ['one.com'])
  const closed = { runId: 'run', target: 'one.com', state: 'abandoned' } as const
  basketStore.recordOutcomes([{ ...closed, status: 'not_happened' }])
  expect([...basketStore.ordered]).toEqual([])
  // A later list shows the name, so the user is asked again.
  const askedAgain = { ...closed, status: 'needs_you' } as const
  basketStore.recordOutcomes([askedAgain])
  expect([...basketStore.ordered]).toEqual(['one.com'])
  expect(basketStore.returnToBasket([askedAgain])).toEqual(new Set())
  expect(basketStore.basket).toEqual([])
})

test('A name that is ordered again outside of the page is shown as ordered, until that order is refused, too', () => {
  const acquisitions = useNameSearchAndBasket()
  useOrdersPlacedAgain().newest = {
    runId: 'again',
    items: [{ kind: 'acquire', accountId, name: 'one.com', years: 2, nameservers: null }],
  }
  expect([...acquisitions.ordered]).toEqual(['one.com'])
  expect(acquisitions.unsettledRunsLeftByUser).toEqual([{ runId: 'again' }])
  acquisitions.returnToBasket([{ runId: 'again', target: 'one.com', state: 'refused', status: 'refused' }])
  expect([...acquisitions.ordered]).toEqual([])
  expect(acquisitions.basket).toMatchObject([{ name: 'one.com', years: 2 }])
})

test('A shown purchase is followed by the later orders of its names, and not by orders of other names', () => {
  const acquisitions = useNameSearchAndBasket()
  const purchase = (runId: string, name: string): ConfirmedPurchase => ({
    runId,
    items: [{ kind: 'acquire', accountId, name, years: 1, nameservers: null }],
  })
  acquisitions.paid = [purchase('run', 'one.com')]
  useOrdersPlacedAgain().newest = purchase('of-another', 'two.com')
  expect(acquisitions.paid.map(({ runId }) => runId)).toEqual(['run'])
  useOrdersPlacedAgain().newest = purchase('again', 'one.com')
  expect(acquisitions.paid.map(({ runId }) => runId)).toEqual(['run', 'again'])
})

test('A returned name no longer counts as returned after it was removed from the basket', () => {
  const basketStore = useNameSearchAndBasket()
  const item = { name: 'one.com', years: 1, yearYen: 990, isCampaign: false }
  basketStore.basket = [item, { ...item, name: 'two.com' }]
  basketStore.returnedNames = new Set(['one.com', 'two.com'])
  basketStore.remove(['one.com'])
  expect([...basketStore.returnedNames]).toEqual(['two.com'])
  basketStore.remove(['two.com'])
  expect([...basketStore.returnedNames]).toEqual([])
})

test('Results and prices of one service are not shown for a paying account of another service', async () => {
  const otherService = await startSimulator({ world: { users: [{ name: 'other', keys: [{ token: 'other-key' }] }] } })
  onTestFinished(() => otherService.close())
  const baseUrl = otherService.url
  const { pendingKeyId } = await rig.call('accounts.tryKey', { baseUrl, secret: 'other-key' })
  const keys = [{ pendingKeyId, label: 'Key' }]
  const { id: ofOtherService } = await rig.call('accounts.add', { label: 'Other', colour: 'blue', baseUrl, keys })
  onTestFinished(() => rig.call('accounts.remove', { accountId: ofOtherService }).then(() => undefined))
  await useAccounts().load()
  const basketStore = useNameSearchAndBasket()
  basketStore.accountId = accountId
  basketStore.text = 'priced.com'
  const over = rig.event('orders.searchProgress', ({ isOver }) => isOver)
  await basketStore.search(accountId)
  await over
  const prices = { register: 990, renew: 990, transfer: null, currency: 'JPY', campaign_applied: true }
  const availability = { available: true, unpayable: null, prices }
  basketStore.found = [{ typed: 'priced.com', name: 'priced.com', availability, readAt: 0, error: null }]
  basketStore.addAllAvailable()
  basketStore.accountId = otherAccountId
  await nextTick()
  expect([basketStore.found.length, basketStore.basketYen]).toEqual([1, 990])
  // The page deselects an account that may no longer buy, and another one is chosen then.
  basketStore.accountId = null
  await nextTick()
  basketStore.accountId = ofOtherService
  await nextTick()
  expect([basketStore.found, basketStore.progress, basketStore.basketYen]).toEqual([[], null, null])
  expect(basketStore.basket).toMatchObject([{ name: 'priced.com', yearYen: null, isCampaign: false }])
})

test('A basket has no total if the price of a name in it is not known', () => {
  const basketStore = useNameSearchAndBasket()
  const item = { name: 'one.com', years: 2, yearYen: 990, isCampaign: false }
  basketStore.basket = [item, { ...item, name: 'two.com', years: 1 }]
  expect(basketStore.basketYen).toBe(2_970)
  basketStore.basket = [...basketStore.basket, { ...item, name: 'three.dev', yearYen: null }]
  expect(basketStore.basketYen).toBeNull()
})

describe('A name whose price is not in yen', () => {
  test('A name without a price in yen cannot be added to the basket', () => {
    const basketStore = useNameSearchAndBasket()
    const dollars: NameSearchResult = {
      ...named('dollars.com'),
      availability: {
        available: true,
        prices: { register: null },
        unpayable: { reason: 'foreign_currency', stated: 'USD' },
      },
    }
    basketStore.found = [dollars, named('yen.com')]
    basketStore.toggle(dollars)
    basketStore.addAllAvailable()
    expect(basketStore.basket.map(({ name }) => name)).toEqual(['yen.com'])
  })

  const named = (name: string): NameSearchResult => ({
    typed: name,
    name,
    availability: { available: true, unpayable: null },
    readAt: 0,
    error: null,
  })
})

describe('An order that is refused after the user continues', () => {
  /** Sets up the purchase as the page does. */
  function openPage() {
    const scope = effectScope()
    const purchase = scope.run(() => {
      const made = usePurchaseFlow({ confirmedPurchases: storeToRefs(useNameSearchAndBasket()).paid })
      useReturnRefusedNamesToBasket(made.quoteAndPayment)
      return made
    })
    if (purchase === undefined) throw new Error('The scope is not active')
    return { purchase, leave: () => scope.stop() }
  }

  test('A refused name returns to the basket when no offer is open and its account is selected', async () => {
    const basketStore = useNameSearchAndBasket()
    basketStore.accountId = accountId
    const found = {
      typed: 'late.com',
      name: 'late.com',
      availability: { available: true, prices: { register: 990 }, unpayable: null },
      readAt: 0,
      error: null,
    }
    basketStore.found = [found]
    basketStore.addAllAvailable()
    const first = openPage()
    const quote = await first.purchase.quoteAndPayment.ask([
      { kind: 'acquire', accountId, name: 'late.com', years: 1, nameservers: null },
    ])
    for (const each of rig.simulator.world.file.tlds) if (each.tld === 'com') each.register = 1_500
    const answered = Promise.withResolvers<void>()
    mayAnswer = answered.promise
    const rows = (quote?.rows ?? []).filter(isQuoteRowPayable)
    const paid = await first.purchase.pay(
      rows.map(({ id }) => id),
      990,
    )
    basketStore.order(paid?.runId ?? '', ['late.com'])
    await expect.poll(() => first.purchase.placed.orders.value.length).toBe(1)
    // The user returns to the basket before the service has answered.
    basketStore.returnToBasket(first.purchase.placed.orders.value)
    first.purchase.startAnew()
    expect([basketStore.basket, basketStore.isFree(found)]).toEqual([[], false])
    first.leave()
    answered.resolve()
    await expect
      .poll(async () => (await rig.call('orders.list', { filter: { runId: paid?.runId ?? '' } })).rows[0]?.error?.code)
      .toBe('PRICE_MISMATCH')

    basketStore.accountId = 'of-another-client'
    const { purchase, leave } = openPage()
    await purchase.quoteAndPayment.ask([{ kind: 'acquire', accountId, name: 'other.net', years: 1, nameservers: null }])
    expect(purchase.quoteAndPayment.offer.value).not.toBeNull()
    expect(basketStore.basket).toEqual([])
    // Its order is not shown as one, whichever account is selected.
    await expect.poll(() => [...basketStore.ordered]).toEqual([])
    purchase.quoteAndPayment.drop()
    await new Promise((resolve) => setTimeout(resolve, 200))
    expect(basketStore.basket).toEqual([])
    basketStore.accountId = accountId
    await expect.poll(() => basketStore.basket.map(({ name }) => name)).toEqual(['late.com'])
    expect([...basketStore.returnedNames]).toEqual(['late.com'])
    expect([basketStore.isFree(found), basketStore.unsettledRunsLeftByUser]).toEqual([true, []])
    basketStore.accountId = otherAccountId
    await expect.poll(() => [...basketStore.returnedNames]).toEqual([])
    leave()
  })
})
