import type { OrderObsoleteReason, OrderIntentView } from '#shared/ipc/order-intent-schemas.ts'
import { formatOrderTextPlaceholders } from '#renderer/features/orders/format-order-text-placeholders.ts'

/**
 * Returns the sentence beside the button that checks the price again. A renewal that is no longer needed must not ask
 * the user to order it.
 */
export function describeOrderingAgainAtCurrentPrice(
  intent: Omit<OrderIntentView, 'steps'>,
  orderObsoleteReason: OrderObsoleteReason | null,
  t: (key: string, values?: Record<string, unknown>) => string,
): string {
  const key = orderObsoleteReason?.reason === 'renewed' ? 'hintAfterRenewal' : 'hint'
  return t(`orders.orderAgainPanel.${key}`, formatOrderTextPlaceholders(intent, t))
}
