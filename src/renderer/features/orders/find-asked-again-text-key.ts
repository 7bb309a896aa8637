import type { OrderIntentView } from '#shared/ipc/order-intent-schemas.ts'

/**
 * If the order was recorded as not accepted and its target appeared later, returns the key of the text that asks the
 * user again; else null.
 */
export function findAskedAgainTextKey({
  item,
  status,
  state,
}: Pick<OrderIntentView, 'item' | 'status' | 'state'>): 'orders.askedAgain' | 'orders.askedAgainAboutRenewal' | null {
  if (status !== 'needs_you' || state !== 'abandoned') return null
  return item.kind === 'renew' ? 'orders.askedAgainAboutRenewal' : 'orders.askedAgain'
}
