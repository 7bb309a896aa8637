import type { OrderIntentView } from '#shared/ipc/order-intent-schemas.ts'
import type { QuoteProblem } from '#shared/ipc/quote-and-offer-schemas.ts'

/**
 * Returns the problem of another order for a domain that has orders of these states; null if no order is open. A closed
 * order does not prevent another one, even if the user is asked again about it.
 */
export function findOpenOrderProblem(
  orders: readonly Pick<OrderIntentView, 'state' | 'repeats'>[],
): QuoteProblem | null {
  const open = orders.find(({ state }) => state !== 'abandoned')
  if (open === undefined) return null
  return open.state === 'planned' && open.repeats === null ? 'waiting_intent' : 'open_intent'
}
