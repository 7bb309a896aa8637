import { providerErrors, type ProviderErrorCode } from '#shared/api/provider-errors.ts'
import type { IntentView } from '#shared/ipc/orders.ts'

const codes = ['PRICE_MISMATCH', 'EXPIRY_MISMATCH'] as const satisfies readonly ProviderErrorCode[]

/** The same thing may be had at another price or from another expiry, or after all: nothing was charged for this one. */
export function mayQuoteAgain({ state, error, sentAt }: Pick<IntentView, 'state' | 'error' | 'sentAt'>): boolean {
  if (state === 'abandoned') return sentAt === null
  return state === 'refused' && codes.some((code) => error?.code === code && error.status === providerErrors[code].status)
}
