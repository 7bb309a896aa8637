import type { CommandOutput } from '#shared/ipc/all-commands-and-events.ts'
import type { QuoteRow } from '#shared/ipc/quote-and-offer-schemas.ts'
import { getOrderItemTarget } from '#shared/ipc/order-items.ts'
import { isQuoteRowPayable } from '#renderer/features/orders/checkout/is-quote-row-payable.ts'

export type OrderToQuoteAgain = CommandOutput<'orders.listOrdersToQuoteAgain'>['orders'][number]

/** An order that was not carried out, and its current quote. */
export interface OrderWithNewQuote {
  order: OrderToQuoteAgain
  /** Null until the order is priced. */
  row: QuoteRow | null
  /** The confirmed and the current expiry date, if they differ; null otherwise. */
  moved: { was: string; now: string } | null
  /** The row if the order can be ordered again at its price; null if it is left out. */
  payable: (QuoteRow & { yen: number }) | null
}

export function matchOrdersToNewQuotes(
  orders: readonly OrderToQuoteAgain[],
  rows: readonly QuoteRow[],
): OrderWithNewQuote[] {
  const keyOf = ({ item }: Pick<QuoteRow, 'item'>) =>
    JSON.stringify([item.kind, item.accountId, getOrderItemTarget(item)])
  const rowOf = new Map(rows.map((row) => [keyOf(row), row]))
  return orders.map((order) => {
    const row = rowOf.get(keyOf(order)) ?? null
    const currentExpiry = row?.expiryDate ?? null
    const confirmedExpiry = order.expiryDate
    const hasMoved = confirmedExpiry !== null && currentExpiry !== null && currentExpiry !== confirmedExpiry
    const moved = hasMoved ? { was: confirmedExpiry, now: currentExpiry } : null
    return { order, row, moved, payable: row !== null && isQuoteRowPayable(row) && moved === null ? row : null }
  })
}
