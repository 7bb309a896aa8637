import { AppError } from '#shared/app-error.ts'

/** An order that is not settled, as far as it hangs on an account and a key. */
export interface OpenOrder {
  intentId: string
  accountId: string
  keyId: string
  target: string
  /** It was sent and may have happened: only its own key may send it again, and see what became of it. */
  isUnderway: boolean
}

/** Throws open_intent when there is one: what it needs stays until it is settled or taken back. */
export function assertNoOpenOrders(open: readonly OpenOrder[]): void {
  const [first] = open
  if (first) throw new AppError('open_intent', 'An order that needs it is not settled', { details: { target: first.target, intentId: first.intentId, count: open.length } })
}
