import { compareInNaturalOrder } from '#shared/compare-in-natural-order.ts'
import type { Quote, QuoteRow } from '#shared/ipc/quote-and-offer-schemas.ts'
import { calculateOrderQuotaCost, type QuotaCost } from '#shared/order-quota-cost.ts'
import { isQuoteRowPayable } from './is-quote-row-payable.ts'

/** The total of the chosen rows of one account. */
export interface AccountPaymentTotal extends QuotaCost {
  accountId: string
  rows: number
  yen: number
  hint: Quote['accounts'][number]['hint']
}

export interface PaymentSummary {
  rowIds: string[]
  totalYen: number
  accounts: AccountPaymentTotal[]
}

/** Sums the chosen rows of a quote, with the quota cost of sending them. Accounts are sorted by name. */
export function sumChosenQuoteRowsByAccount(
  quote: Quote,
  ids: ReadonlySet<string>,
  labelOf = (accountId: string) => accountId,
): PaymentSummary {
  const rows = quote.rows.filter((row) => ids.has(row.id)).filter(isQuoteRowPayable)
  const accounts = quote.accounts.flatMap(({ accountId, hint, otherOpenOrders, callLimitsByClass }) => {
    const own = rows.filter(({ item }) => item.accountId === accountId)
    if (own.length === 0) return []
    return [
      {
        accountId,
        rows: own.length,
        yen: sumYen(own),
        hint,
        ...calculateOrderQuotaCost(
          own.map(({ item }) => item.kind),
          otherOpenOrders,
          callLimitsByClass,
        ),
      },
    ]
  })
  accounts.sort((a, b) => compareInNaturalOrder(labelOf(a.accountId), labelOf(b.accountId)))
  return { rowIds: rows.map(({ id }) => id), totalYen: sumYen(rows), accounts }
}

function sumYen(rows: readonly { yen: number }[]): number {
  return rows.reduce((sum, { yen }) => sum + yen, 0)
}

/** Returns when the oldest of the prices was read; null if none was read. */
export function findOldestPricedAt(rows: readonly Pick<QuoteRow, 'pricedAt'>[]): number | null {
  return rows.reduce<number | null>(
    (oldest, { pricedAt }) => (pricedAt === null || (oldest !== null && oldest <= pricedAt) ? oldest : pricedAt),
    null,
  )
}
