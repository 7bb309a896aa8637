import { isServerErrorStatus } from '#shared/api/error-predicates.ts'
import { serviceErrors } from '#shared/api/service-errors.ts'
import { hasRateLimitHeaders } from './parse-rate-limit-headers.ts'
import type { CallAttemptOutcome } from '#main/api/call-context-and-attempt-outcome.ts'

type WithResponse = Pick<CallAttemptOutcome, 'response'>

const refusals = {
  key: serviceErrors.UNAUTHORIZED.status,
  permission: serviceErrors.FORBIDDEN.status,
  rate: serviceErrors.RATE_LIMIT_EXCEEDED.status,
} as const
const refusalStatuses: readonly number[] = Object.values(refusals)

/** Returns true if the service refused the key: 401. */
export function isKeyRefused({ response }: WithResponse): boolean {
  return response?.status === refusals.key
}

/** Returns true for a 403 from the service itself: the key lacks a permission, or the sender's IP is not allowed. */
export function isPermissionRefused({ response, error }: Pick<CallAttemptOutcome, 'response' | 'error'>): boolean {
  return response?.status === refusals.permission && error?.kind === 'service'
}

/** Returns true for a 429: the limit per minute, per day or for concurrent calls is exceeded. */
export function isRateLimited({ response }: WithResponse): boolean {
  return response?.status === refusals.rate
}

/**
 * Returns true for a 429 without rate-limit headers. Banto assumes that such responses on several accounts mean a
 * blocked IP.
 */
export function is429WithoutRateHeaders(outcome: WithResponse): boolean {
  return outcome.response !== null && isRateLimited(outcome) && !hasRateLimitHeaders(outcome.response.headers)
}

/** Returns true for a 5xx status. The service may have done all or a part of the request. */
export function isServerError({ response }: WithResponse): boolean {
  return isServerErrorStatus(response?.status)
}

/**
 * Returns true if the service accepted the key: it gives this response only after it has checked the key. A 429 may
 * come before that check.
 */
export function isKeyAccepted(outcome: Pick<CallAttemptOutcome, 'response' | 'error'>): boolean {
  const { response, error } = outcome
  if (!response || (error !== null && error.kind !== 'service')) return false
  return !isServerError(outcome) && !refusalStatuses.includes(response.status)
}
