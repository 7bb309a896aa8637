import type { ServiceErrorCode } from './service-errors.ts'

/**
 * Codes of refusals after which the price of an order may be checked again: its price or expiry date differed, the
 * balance was insufficient, or the key was refused or lacked a permission. The service may accept another key, or the
 * same key after a change.
 */
const codes: readonly ServiceErrorCode[] = [
  'PRICE_MISMATCH',
  'EXPIRY_MISMATCH',
  'PAYMENT_REQUIRED',
  'UNAUTHORIZED',
  'FORBIDDEN',
]

/** `error`: that of an order whose state is `refused`, so the service answered the code with its own status. */
export function mayRefusedOrderBeQuotedAgain(error: { code?: string | undefined } | null): boolean {
  return codes.some((code) => code === error?.code)
}
