import type { ServiceErrorCode } from '#shared/api/service-errors.ts'

export const insufficientBalanceCode: ServiceErrorCode = 'PAYMENT_REQUIRED'

export function isInsufficientBalanceError(error: { code?: string | undefined } | null): boolean {
  return error?.code === insufficientBalanceCode
}
