import { getShownOrderEvent, explainedUnclearCodes, type ShownOrderEvent } from '#shared/ipc/get-shown-order-event.ts'
import type { OrderIntentEvent, OrderIntentView } from '#shared/ipc/order-intent-schemas.ts'

/** A sending ended with an unknown outcome. */
const eventsOfUnknownOutcome: readonly OrderIntentEvent[] = [
  'lost',
  'interrupted',
  'running',
  'unclear',
  'server_error',
]

export function getShownOrderEventTextKey(event: ShownOrderEvent): string {
  if (event === 'replaced') return 'orders.replaced'
  if (event === 'newest_entry_lost') return 'orders.newestEntryLost'
  const isExplained = (explainedUnclearCodes as readonly string[]).includes(event)
  return `orders.${isExplained ? 'unclearResponse' : 'event'}.${event}`
}

export function getOrderEventTextKey(step: Pick<OrderIntentView['steps'][number], 'event' | 'error' | 'fact'>): string {
  return getShownOrderEventTextKey(getShownOrderEvent(step))
}

/**
 * Returns the key of the text of the most informative response since the first sending whose outcome is unknown: a
 * server error, another unclear response, or none. A response that refused only a later sending for a limit is unclear:
 * it does not show the outcome of the earlier one.
 */
export function getOrderResponseTextKey({ steps }: Pick<OrderIntentView, 'steps'>): string {
  const first = steps.findIndex(({ event }) => eventsOfUnknownOutcome.includes(event))
  const stepsSinceUnknownOutcome = steps.slice(Math.max(0, first))
  const events = stepsSinceUnknownOutcome.map(({ event }) => event)
  if (events.includes('server_error')) return 'orders.manualSettlement.answer.serverError'
  const unclear = stepsSinceUnknownOutcome.findLast(({ event }) => event === 'unclear')
  const key = unclear && getOrderEventTextKey(unclear)
  if (key !== undefined && key !== 'orders.event.unclear') return key
  return `orders.manualSettlement.answer.${unclear || events.includes('running') || events.includes('rate_refused') ? 'unclear' : 'none'}`
}
