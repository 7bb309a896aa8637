import { providerErrors, type ProviderErrorCode } from '#shared/api/provider-errors.ts'
import type { IntentView } from '#shared/ipc/order-intents.ts'

const codes = ['PRICE_MISMATCH', 'EXPIRY_MISMATCH', 'PAYMENT_REQUIRED'] as const satisfies readonly ProviderErrorCode[]

/**
 * The same thing may be had at another price or from another expiry, or after all: nothing was charged for this one. Not for the repeat of a
 * server order: what it repeats may have come meanwhile under another ID, which the price does not show.
 */
export function mayRequote({
  item,
  state,
  error,
  sentAt,
  repeats,
}: Pick<IntentView, 'item' | 'state' | 'error' | 'sentAt' | 'repeats'>): boolean {
  if (repeats !== null && item.kind === 'order') return false
  if (state === 'abandoned') return sentAt === null
  return (
    state === 'refused' && codes.some((code) => error?.code === code && error.status === providerErrors[code].status)
  )
}
