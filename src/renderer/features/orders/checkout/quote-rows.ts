import { compareLabels } from '#shared/compare-labels.ts'
import type { OrderItem } from '#shared/ipc/order-items.ts'
import type { Quote, QuoteRow } from '#shared/ipc/quotes.ts'
import { calculateOrderQuotaCost, type QuotaCost } from '#shared/order-quota-cost.ts'

/** Domain name in Punycode, or server ID. */
export function getOrderItemTarget(item: OrderItem): string {
  return item.kind === 'order' ? item.serverId : item.name
}

/** Rows that can be bought: rows with a price and without a problem. */
export function isPayable(row: QuoteRow): row is QuoteRow & { yen: number } {
  return row.problem === null && row.yen !== null
}

/** The total of the chosen rows of one account. */
export interface AccountPayment extends QuotaCost {
  accountId: string
  rows: number
  yen: number
  hint: Quote['accounts'][number]['hint']
}

export interface PaymentSummary {
  rowIds: string[]
  totalYen: number
  accounts: AccountPayment[]
}

/** Sums the chosen rows of a quote, with the quota cost of sending them. Accounts are sorted by name. */
export function summarizePayment(
  quote: Quote,
  ids: ReadonlySet<string>,
  labelOf = (accountId: string) => accountId,
): PaymentSummary {
  const rows = quote.rows.filter((row) => ids.has(row.id)).filter(isPayable)
  const accounts = quote.accounts.flatMap(({ accountId, hint, otherOpenOrders, callQuotas }) => {
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
          callQuotas,
        ),
      },
    ]
  })
  accounts.sort((a, b) => compareLabels(labelOf(a.accountId), labelOf(b.accountId)))
  return { rowIds: rows.map(({ id }) => id), totalYen: sumYen(rows), accounts }
}

function sumYen(rows: readonly { yen: number }[]): number {
  return rows.reduce((sum, { yen }) => sum + yen, 0)
}

/** When the oldest of the prices was read; null if none was read. */
export function oldestPricedAt(rows: readonly Pick<QuoteRow, 'pricedAt'>[]): number | null {
  return rows.reduce<number | null>(
    (oldest, { pricedAt }) => (pricedAt === null || (oldest !== null && oldest <= pricedAt) ? oldest : pricedAt),
    null,
  )
}

/** A price that differs from the price that the user saw before. */
export interface PriceChange {
  target: string
  was: number
  now: number
}

function keyOf(item: OrderItem): string {
  return JSON.stringify([
    item.kind,
    item.accountId,
    getOrderItemTarget(item),
    item.kind === 'order' ? [item.planId, item.months] : item.kind === 'transfer' ? 1 : item.years,
  ])
}

/** The prices that the user saw, in yen, by item (kind, account, target, duration). */
export type SeenPrices = ReadonlyMap<string, number>

export type PricedItem = Pick<QuoteRow, 'item' | 'yen'>

export function collectSeenPrices(priced: readonly PricedItem[]): SeenPrices {
  return new Map(priced.flatMap(({ item, yen }) => (yen === null ? [] : [[keyOf(item), yen] as const])))
}

export function findPriceChanges(quote: Quote, seen: SeenPrices): PriceChange[] {
  return quote.rows.flatMap(({ item, yen }) => {
    const was = seen.get(keyOf(item))
    return yen === null || was === undefined || was === yen ? [] : [{ target: getOrderItemTarget(item), was, now: yen }]
  })
}
