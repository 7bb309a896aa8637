import { describe, expect, test } from 'vitest'
import { AppError, toWireError } from '#shared/app-error.ts'
import { rateLimits } from '#shared/api/service-limits.ts'
import type { OrderItem } from '#shared/ipc/order-items.ts'
import type { Quote, QuoteRow } from '#shared/ipc/quote-and-offer-schemas.ts'
import { priceOrderItem } from '#main/orders/quotes/price-order-item.ts'
import { groupQuoteProblems } from '#renderer/features/orders/checkout/group-quote-problems.ts'
import { findPriceChanges, collectSeenPrices } from '#renderer/features/orders/checkout/find-price-changes.ts'
import {
  sumChosenQuoteRowsByAccount,
  findOldestPricedAt,
} from '#renderer/features/orders/checkout/sum-chosen-quote-rows-by-account.ts'
import { i18n } from '#renderer/text/i18n.ts'

function row(id: string, accountId: string, yen: number | null, changes: Partial<QuoteRow> = {}): QuoteRow {
  const item: OrderItem = { kind: 'renew', accountId, name: `${id}.com`, years: 1 }
  return {
    id,
    item,
    yen,
    yenPerYear: yen,
    regularYen: null,
    isCampaign: null,
    expiryDate: null,
    expiryReadAt: null,
    newExpiryDate: null,
    isDryRun: false,
    pricedAt: 0,
    problem: null,
    ...changes,
  }
}

function quote(rows: QuoteRow[], perAccount: Record<string, number> = {}): Quote {
  const hint = (accountId: string) => ({ accountId, refusal: null, paidAt: null })
  const accounts = [...new Set(rows.map(({ item }) => item.accountId))].map((accountId) => ({
    accountId,
    rows: perAccount[accountId] ?? 2,
    yen: 0,
    hint: hint(accountId),
    otherOpenOrders: 0,
    callLimitsByClass: rateLimits,
  }))
  return { quoteId: 'q', at: 0, rows, accounts, totalYen: 0 }
}

const refused = { reason: 'expired', error: null, intentId: null } as const

describe('The payment summary', () => {
  test('The total is the sum of the chosen rows that can be bought, per account and overall', () => {
    const all = quote([
      row('a', 'x', 100),
      row('b', 'x', 200),
      row('c', 'y', 400),
      row('d', 'y', 800, { problem: refused }),
      row('e', 'y', null),
    ])
    const chosen = sumChosenQuoteRowsByAccount(all, new Set(['a', 'c', 'd', 'e']))
    expect(chosen.rowIds).toEqual(['a', 'c'])
    expect(chosen.totalYen).toBe(500)
    expect(chosen.accounts.map(({ accountId, rows, yen }) => [accountId, rows, yen])).toEqual([
      ['x', 1, 100],
      ['y', 1, 400],
    ])
  })

  test('The accounts are sorted by name', () => {
    const labels: Record<string, string> = { x: 'Client 10', y: 'Client 9', z: 'Aoba' }
    const all = quote([row('a', 'x', 100), row('b', 'y', 200), row('c', 'z', 300)])
    expect(
      sumChosenQuoteRowsByAccount(all, new Set(['a', 'b', 'c']), (id) => labels[id] ?? id).accounts.map(
        ({ accountId }) => accountId,
      ),
    ).toEqual(['z', 'y', 'x'])
  })

  test('The quota cost is that of sending the chosen rows', () => {
    const rows = ['a', 'b', 'c', 'd', 'e'].map((id) => row(id, 'x', 100))
    const callsOf = (...ids: string[]) => sumChosenQuoteRowsByAccount(quote(rows), new Set(ids)).accounts[0]?.calls
    expect([callsOf('a'), callsOf('a', 'b', 'c'), callsOf('a', 'b', 'c', 'd')]).toEqual([2, 6, 5])
  })

  test('The payment never includes a row with a problem or without a price', () => {
    const all = quote([row('a', 'x', 0), row('b', 'x', null), row('c', 'x', 5, { problem: refused })])
    expect(sumChosenQuoteRowsByAccount(all, new Set(['a', 'b', 'c'])).rowIds).toEqual(['a'])
  })
})

test('A total is as old as the oldest of its prices', () => {
  expect(
    findOldestPricedAt([
      row('a', 'x', 1, { pricedAt: 30 }),
      row('b', 'x', null, { pricedAt: null }),
      row('c', 'x', 1, { pricedAt: 20 }),
      row('d', 'x', 1, { pricedAt: 25 }),
    ]),
  ).toBe(20)
  expect(findOldestPricedAt([])).toBeNull()
})

describe('Price changes', () => {
  test('A price change has the old and the new price, and is found for the same item only', () => {
    const seen = collectSeenPrices(quote([row('a', 'x', 100), row('b', 'x', 200)]).rows)
    const years = row('b', 'x', 400)
    const newQuote = quote([row('a', 'x', 150), { ...years, item: { ...years.item, years: 2 } as OrderItem }])
    expect(findPriceChanges(newQuote, seen)).toEqual([{ target: 'a.com', was: 100, now: 150 }])
  })

  test('An equal price with another row ID is not a price change', () => {
    const seen = collectSeenPrices(quote([row('a', 'x', 100)]).rows)
    expect(findPriceChanges(quote([{ ...row('a', 'x', 100), id: 'other' }]), seen)).toEqual([])
  })
})

test('Rows with the same problem form one group', () => {
  const groups = groupQuoteProblems(
    [
      row('a', 'x', 1, { problem: refused }),
      row('b', 'x', 1, { problem: refused }),
      row('c', 'x', 1),
      row('d', 'x', 1, { problem: { ...refused, reason: 'no_price' } }),
    ],
    () => false,
  )
  expect(groups.map(({ problem, rows }) => [problem.reason, rows.length])).toEqual([
    ['expired', 2],
    ['no_price', 1],
  ])
})

test('Rows of accounts that may be called at different times are grouped by the time that the text names', () => {
  i18n.global.locale.value = 'en'
  const waiting = (freeAt: number, waitedMs: number) => ({
    reason: 'data_not_read' as const,
    error: toWireError(
      new AppError('waited_too_long', 'No place', { details: { waitingFor: 'retry_after', freeAt, waitedMs } }),
    ),
    intentId: null,
  })
  const groups = groupQuoteProblems(
    [
      row('a', 'x', null, { problem: waiting(Date.parse('2026-11-28T09:21:03Z'), 1) }),
      row('b', 'y', null, { problem: waiting(Date.parse('2026-11-28T08:59:20Z'), 2) }),
      row('c', 'x', null, { problem: waiting(Date.parse('2026-11-28T09:21:02.999Z'), 3) }),
    ],
    () => false,
  )
  expect(groups.map(({ description, rows }) => [description.title, rows.map(({ id }) => id)])).toEqual([
    ['The service asked to wait: next call at 2026-11-28 18:21:03 (Japan time)', ['a', 'c']],
    ['The service asked to wait: next call at 2026-11-28 17:59:20 (Japan time)', ['b']],
  ])
})

test.each([
  { reason: null, detail: null },
  { reason: 'reserved_name', detail: 'reserved_name' },
])('An unavailable name without a known reason is not said to be a refused request ($reason)', ({ reason, detail }) => {
  const item = { kind: 'acquire', accountId: 'x', name: 'new.com', years: 1, nameservers: null } as const
  const { problem } = priceOrderItem(item, {
    domains: { data: new Map(), readAt: 0 },
    price: null,
    plans: null,
    isServerIdTaken: null,
    availability: () => ({ data: { available: false, reason, unpayable: null }, readAt: 0 }),
  })
  const texts = {
    en: ['The name is not available', 'Choose another name.'],
    ja: ['この名前は取得できません', '別の名前を選んでください。'],
  }
  for (const language of ['en', 'ja'] as const) {
    i18n.global.locale.value = language
    const [group] = groupQuoteProblems([row('a', 'x', null, { item, problem })], () => false)
    const [title, remedy] = texts[language]
    expect(group?.description).toEqual({ title, remedy, detail })
  }
})

test('A row that could not be checked names the error only until its cause ends', () => {
  i18n.global.locale.value = 'en'
  const error = toWireError(new AppError('offline', 'Working offline'))
  const rows = [row('a', 'x', null, { problem: { reason: 'data_not_read', error, intentId: null } })]
  const titlesIf = (hasCauseEnded: boolean) =>
    groupQuoteProblems(rows, () => hasCauseEnded).map(({ description }) => description.title)
  expect(titlesIf(false)).toEqual(['Working offline'])
  expect(titlesIf(true)).toEqual(['Could not be checked'])
})
