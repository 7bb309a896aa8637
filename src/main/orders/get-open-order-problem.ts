import type { OpenOrderTarget } from '#shared/ipc/order-intent-schemas.ts'
import type { StoredIntent } from './stored-intent-schema.ts'

/**
 * Returns the problem that an open order is for another order of its target. Nothing can have been charged for an order
 * that is not sent yet, unless it repeats one that may have been charged.
 */
export function getOpenOrderProblem({
  state,
  repeats,
}: Pick<StoredIntent, 'state' | 'repeats'>): OpenOrderTarget['problem'] {
  return state === 'planned' && repeats === null ? 'waiting_intent' : 'open_intent'
}
