import type { CommandOutput } from '#shared/ipc/contract.ts'
import type { QuoteRow } from '#shared/ipc/orders.ts'
import { targetOf } from '../quote/quote-rows.ts'

export type DeclinedOrder = CommandOutput<'orders.toPriceAgain'>['orders'][number]

/** An order that was not carried out, beside what it costs now. */
export interface AgainLine {
  order: DeclinedOrder
  /** Null until it was priced. */
  row: QuoteRow | null
  /** The expiry that was confirmed, and the one that was just read, where they differ. */
  moved: { was: string; now: string } | null
}

export function linesOf(orders: readonly DeclinedOrder[], rows: readonly QuoteRow[]): AgainLine[] {
  const keyOf = ({ item }: Pick<QuoteRow, 'item'>) => JSON.stringify([item.kind, item.accountId, targetOf(item)])
  const rowOf = new Map(rows.map((row) => [keyOf(row), row]))
  return orders.map((order) => {
    const row = rowOf.get(keyOf(order)) ?? null
    const now = row?.expiryDate ?? null
    const was = order.expiryDate
    return { order, row, moved: was === null || now === null || now === was ? null : { was, now } }
  })
}
