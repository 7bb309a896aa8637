import { AppError } from '#shared/app-error.ts'

/** An order that is planned, sent or unsettled, with the account and the key that it needs. */
export interface OpenOrder {
  intentId: string
  accountId: string
  keyId: string
  target: string
  /** The order was sent and may have happened. Only its own key may send it again and read the result. */
  isUnderway: boolean
}

/**
 * Throws `open_intent` if there is an open order: its account and key must stay until it is settled or cancelled.
 * `reason`: for an error with a text of its own.
 */
export function assertNoOpenOrders(open: readonly OpenOrder[], reason?: 'key_of_sent_orders'): void {
  const [first] = open
  if (first)
    throw new AppError('open_intent', 'An order that needs it is not settled', {
      details: { target: first.target, intentId: first.intentId, count: open.length, ...(reason && { reason }) },
    })
}
