import { mayRefusedOrderBeQuotedAgain } from '#shared/api/refusals-after-which-orders-may-be-quoted-again.ts'
import type { OrderIntentView } from '#shared/ipc/order-intent-schemas.ts'

/**
 * Returns true if the user may price the order again: it was declined for its price, expiry date, balance or key, or
 * was never sent, so nothing was charged. The repeat of a server order is excluded, because the repeated order may have
 * created a server under another ID, which pricing does not show.
 */
export function mayUserQuoteOrderAgain({
  item,
  state,
  error,
  sentAt,
  repeats,
}: Pick<OrderIntentView, 'item' | 'state' | 'error' | 'sentAt' | 'repeats'>): boolean {
  if (repeats !== null && item.kind === 'order') return false
  if (state === 'abandoned') return sentAt === null
  return state === 'refused' && mayRefusedOrderBeQuotedAgain(error)
}
