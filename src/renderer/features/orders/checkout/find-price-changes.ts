import { getOrderItemTarget, type OrderItem } from '#shared/ipc/order-items.ts'
import type { Quote, QuoteRow } from '#shared/ipc/quote-and-offer-schemas.ts'

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
