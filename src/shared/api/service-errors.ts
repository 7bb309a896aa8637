/**
 * An error of the service (API description, section "Errors"). `serviceErrors` has all error codes of the service.
 * Elsewhere, type a code as `ServiceErrorCode`, so that a misspelt code does not compile.
 */
export interface ServiceError {
  /** The listed HTTP status; null where the API description lists none. */
  status: number | null
  meaning: string
}

export const serviceErrors = {
  BAD_REQUEST: { status: 400, meaning: 'Malformed request' },
  UNAUTHORIZED: { status: 401, meaning: 'Key missing, invalid or expired' },
  PAYMENT_REQUIRED: { status: 402, meaning: 'Prepaid balance insufficient' },
  FORBIDDEN: { status: 403, meaning: 'Scope lacking, domain outside the target range, or IP restriction' },
  NOT_FOUND: { status: 404, meaning: 'Endpoint or resource not found' },
  DOMAIN_NOT_FOUND: { status: 404, meaning: 'Domain does not exist or is not operable' },
  RECORD_NOT_FOUND: { status: 404, meaning: 'DNS record does not exist' },
  USER_NOT_FOUND: { status: 404, meaning: 'User of the key cannot be obtained' },
  METHOD_NOT_ALLOWED: { status: 405, meaning: 'Method not supported by the endpoint' },
  DOMAIN_NOT_ACTIVE: { status: 409, meaning: 'Domain not in a valid state' },
  MIGRATION_LOCKED: { status: 409, meaning: 'Temporary edit restriction during a registrar switch' },
  WHOIS_NOT_EDITABLE: { status: 409, meaning: 'Domain does not support Whois editing' },
  MAIL_VALIDATION_REQUIRED: { status: 409, meaning: 'Mail-address validation pending' },
  UNLOCK_BLOCKED: { status: 409, meaning: 'Unlocking requires a cancellation request' },
  EXPIRY_MISMATCH: { status: 409, meaning: 'current_expiry_date differs from the actual expiry' },
  DUPLICATE_REQUEST: {
    status: 409,
    meaning: 'Same idempotency key in progress, or used by a request that failed with 5xx',
  },
  DUPLICATE_OPERATION: { status: 409, meaning: 'Another procedure is in progress on the domain' },
  DOMAIN_CONFLICT: { status: 409, meaning: 'Contract state of the domain cannot be determined' },
  REGISTRAR_REJECTED: { status: 409, meaning: 'Registrar refused the request' },
  SERVER_ID_TAKEN: { status: 409, meaning: 'Requested server_id already used' },
  VALIDATION_ERROR: { status: 422, meaning: 'Invalid input' },
  PRICE_MISMATCH: { status: 422, meaning: 'expected_total_price differs from the current price' },
  PLAN_NOT_AVAILABLE: { status: 422, meaning: 'Plan or period not open for order' },
  PREMIUM_NOT_SUPPORTED: { status: 422, meaning: 'Premium domains cannot be acquired' },
  UNSUPPORTED_TLD_FOR_API: { status: 422, meaning: 'TLD not supported for the operation' },
  CREDIT_CARD_REQUIRED: { status: 422, meaning: 'First-time free campaign needs a registered credit card' },
  FREE_CAMPAIGN_NOT_AVAILABLE: { status: 422, meaning: 'Free campaign conditions not met' },
  RATE_LIMIT_EXCEEDED: { status: 429, meaning: 'Per-minute, per-day or concurrent limit exceeded' },
  INTERNAL_ERROR: { status: 500, meaning: 'Unexpected internal error' },
  REGISTRAR_ERROR: { status: 500, meaning: 'Registrar unreachable or invalid response' },
  BACKEND_ERROR: { status: 502, meaning: 'Communication or response error with the backend' },
  REGISTRAR_UNAVAILABLE: { status: 503, meaning: 'Registrar system temporarily unavailable' },
  OPERATION_ERROR: { status: null, meaning: 'Fallback for errors not classified otherwise' },
} as const satisfies Record<string, ServiceError>

/**
 * The only status of a success. Any other 2xx status does not come from the service (API description, section
 * "Errors").
 */
export const successHttpStatus = 200

export type ServiceErrorCode = keyof typeof serviceErrors

export function isServiceErrorCode(code: string): code is ServiceErrorCode {
  return Object.hasOwn(serviceErrors, code)
}
