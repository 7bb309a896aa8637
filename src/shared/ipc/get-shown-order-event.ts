import type { ServiceErrorCode } from '#shared/api/service-errors.ts'
import { orderIntentEvents, type OrderIntentStep } from './order-intent-schemas.ts'

/** Codes of unclear responses that have a separate text. They leave open whether the order was charged. */
export const explainedUnclearCodes = ['DUPLICATE_OPERATION', 'REGISTRAR_REJECTED'] as const satisfies ServiceErrorCode[]

/** `replaced`: abandoned for a new order. `newest_entry_lost`: the damage of the journal may have hidden a sending. */
export const shownOrderEvents = [
  ...orderIntentEvents,
  'replaced',
  'newest_entry_lost',
  ...explainedUnclearCodes,
] as const
export type ShownOrderEvent = (typeof shownOrderEvents)[number]

/** Returns the event of an order as it is shown. The CSV export and the window use it. */
export function getShownOrderEvent({
  event,
  error,
  fact,
}: Pick<OrderIntentStep, 'event' | 'error' | 'fact'>): ShownOrderEvent {
  if (event === 'abandoned' && fact['intentId'] !== undefined) return 'replaced'
  if (event !== 'unclear') return event
  if (error?.kind === 'journal_damaged') return 'newest_entry_lost'
  return explainedUnclearCodes.find((code) => code === error?.code) ?? event
}
