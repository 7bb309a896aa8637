import { providerErrors, type ProviderErrorCode } from '#shared/api/provider-errors.ts'
import type { IntentView } from '#shared/ipc/orders.ts'

const codes = ['PRICE_MISMATCH', 'EXPIRY_MISMATCH'] as const satisfies readonly ProviderErrorCode[]

/** The same thing may be had at another price or from another expiry: nothing was charged for this one. */
export function mayQuoteAgain({ state, error, hold }: Pick<IntentView, 'state' | 'error' | 'hold'>): boolean {
  if (state === 'abandoned') return hold?.reason === 'target_moved'
  return state === 'refused' && codes.some((code) => error?.code === code && error.status === providerErrors[code].status)
}
