import type { ServiceErrorCode } from '#shared/api/service-errors.ts'
import type { OrderIntentView } from '#shared/ipc/order-intent-schemas.ts'

/** Codes of unclear responses that have a separate text. They leave open whether the order was charged. */
const explainedCodes = ['DUPLICATE_OPERATION', 'REGISTRAR_REJECTED'] as const satisfies ServiceErrorCode[]

export function getOrderEventTextKey({
  event,
  error,
  fact,
}: Pick<OrderIntentView['steps'][number], 'event' | 'error' | 'fact'>): string {
  if (event === 'abandoned' && fact['intentId'] !== undefined) return 'orders.replaced'
  if (event === 'unclear' && error?.kind === 'journal_damaged') return 'orders.newestEntryLost'
  const code = event === 'unclear' ? explainedCodes.find((each) => each === error?.code) : undefined
  return code === undefined ? `orders.event.${event}` : `orders.unclearResponse.${code}`
}

/**
 * Returns the key of the text of the most informative response to the sendings: a server error, another unclear
 * response, or none. A response that refused only a later sending for a limit is unclear: it does not show the outcome
 * of the earlier one.
 */
export function getOrderResponseTextKey({ steps }: Pick<OrderIntentView, 'steps'>): string {
  const events = steps.map(({ event }) => event)
  if (events.includes('server_error')) return 'orders.manualSettlement.answer.serverError'
  const unclear = steps.findLast(({ event }) => event === 'unclear')
  const key = unclear && getOrderEventTextKey(unclear)
  if (key !== undefined && key !== 'orders.event.unclear') return key
  return `orders.manualSettlement.answer.${unclear || events.includes('running') || events.includes('rate_refused') ? 'unclear' : 'none'}`
}
