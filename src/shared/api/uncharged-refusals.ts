import { serviceErrors, type ServiceErrorCode } from './service-errors.ts'

/**
 * Codes that refuse a request before a charge. Three groups are left out. REGISTRAR_REJECTED and OPERATION_ERROR may
 * follow a payment that is not refunded. DUPLICATE_* and DOMAIN_CONFLICT may be caused by a procedure of our own. Other
 * codes belong to no paid operation.
 */
export const unchargedRefusalCodes: readonly ServiceErrorCode[] = [
  'BAD_REQUEST',
  'UNAUTHORIZED',
  'PAYMENT_REQUIRED',
  'FORBIDDEN',
  'NOT_FOUND',
  'DOMAIN_NOT_FOUND',
  'USER_NOT_FOUND',
  'METHOD_NOT_ALLOWED',
  'DOMAIN_NOT_ACTIVE',
  'MIGRATION_LOCKED',
  'EXPIRY_MISMATCH',
  'SERVER_ID_TAKEN',
  'VALIDATION_ERROR',
  'PRICE_MISMATCH',
  'PLAN_NOT_AVAILABLE',
  'PREMIUM_NOT_SUPPORTED',
  'UNSUPPORTED_TLD_FOR_API',
  'CREDIT_CARD_REQUIRED',
  'FREE_CAMPAIGN_NOT_AVAILABLE',
]

/** REGISTRAR_REJECTED, DUPLICATE_* and DOMAIN_CONFLICT share their status with refusals that charge nothing. */
const possiblyChargedStatus = serviceErrors.REGISTRAR_REJECTED.status

const unchargedRefusalStatuses = new Set<number | null>(
  [...unchargedRefusalCodes, 'RATE_LIMIT_EXCEEDED' as const]
    .map((code) => serviceErrors[code].status)
    .filter((status) => status !== possiblyChargedStatus),
)

/** Returns whether a paid call that was answered with the status, of an unknown code, was refused before a charge. */
export function isStatusOfUnchargedRefusal(status: number): boolean {
  return unchargedRefusalStatuses.has(status)
}
