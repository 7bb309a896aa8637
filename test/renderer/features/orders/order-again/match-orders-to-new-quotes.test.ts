import { describe, expect, test } from 'vitest'
import {
  matchOrdersToNewQuotes,
  type OrderToQuoteAgain,
} from '#renderer/features/orders/order-again/match-orders-to-new-quotes.ts'
import type { OrderItem } from '#shared/ipc/order-items.ts'
import type { QuoteRow } from '#shared/ipc/quote-and-offer-schemas.ts'

const renewal = (name: string): OrderItem => ({ kind: 'renew', accountId: 'a', name, years: 1 })

describe('An order matched to its new quote', () => {
  const order: OrderToQuoteAgain = {
    intentId: 'i',
    item: renewal('one.com'),
    yen: 1_650,
    expiryDate: '2027-03-31',
    isHeld: true,
  }
  const row = (expiryDate: string, problem: QuoteRow['problem'] = null) =>
    ({ id: 'r', item: renewal('one.com'), yen: 1_650, expiryDate, problem }) as QuoteRow

  test('A quote with another expiry than the confirmed one marks the order as moved', () => {
    expect(matchOrdersToNewQuotes([order], [])).toEqual([{ order, row: null, moved: null, payable: null }])
    expect(matchOrdersToNewQuotes([order], [row('2027-03-31')])[0]?.moved).toBeNull()
    expect(matchOrdersToNewQuotes([order], [row('2028-03-31')])[0]?.moved).toEqual({
      was: '2027-03-31',
      now: '2028-03-31',
    })
  })

  test('An order is left out if its expiry has moved, or if its quote has a problem', () => {
    const payableRowOf = (quote: QuoteRow) => matchOrdersToNewQuotes([order], [quote])[0]?.payable
    expect(payableRowOf(row('2027-03-31'))).toEqual(row('2027-03-31'))
    expect(payableRowOf(row('2028-03-31'))).toBeNull()
    expect(payableRowOf(row('2027-03-31', { reason: 'paused', error: null, intentId: null }))).toBeNull()
  })
})
