import type { ProviderErrorCode } from '#shared/api/provider-errors.ts'

export const insufficientBalanceCode: ProviderErrorCode = 'PAYMENT_REQUIRED'

export function isInsufficientBalanceError(error: { code?: string | undefined } | null): boolean {
  return error?.code === insufficientBalanceCode
}
