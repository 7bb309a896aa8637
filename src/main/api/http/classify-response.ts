import { providerErrors } from '#shared/api/provider-errors.ts'
import { hasRateLimitHeaders } from './parse-rate-limit-headers.ts'
import type { CallOutcome } from '#main/api/middleware.ts'

type WithResponse = Pick<CallOutcome, 'response'>

const refusals = {
  key: providerErrors.UNAUTHORIZED.status,
  permission: providerErrors.FORBIDDEN.status,
  rate: providerErrors.RATE_LIMIT_EXCEEDED.status,
} as const
const refusalStatuses: readonly number[] = Object.values(refusals)

/** The service did not take the key. */
export function isKeyRefused({ response }: WithResponse): boolean {
  return response?.status === refusals.key
}

/** The key may not do this, or not from here. */
export function isPermissionRefused({ response, error }: Pick<CallOutcome, 'response' | 'error'>): boolean {
  return response?.status === refusals.permission && error?.kind === 'service'
}

/** Too many calls in the minute, in the day or at once. */
export function isRateLimited({ response }: WithResponse): boolean {
  return response?.status === refusals.rate
}

/** A rate refusal without a word about rates: that on several accounts this means a blocked address is our assumption. */
export function is429WithoutRateHeaders(outcome: WithResponse): boolean {
  return outcome.response !== null && isRateLimited(outcome) && !hasRateLimitHeaders(outcome.response.headers)
}

/** Something broke on the service's side: it may have done what was asked, or a part of it. */
export function isServerError({ response }: WithResponse): boolean {
  return response !== null && response.status >= providerErrors.INTERNAL_ERROR.status
}

/** The service took the key: its own answer, and none that it gives before it looks at keys or for the address of the sender. */
export function isKeyAccepted(outcome: Pick<CallOutcome, 'response' | 'error'>): boolean {
  const { response, error } = outcome
  if (!response || (error !== null && error.kind !== 'service')) return false
  return !isServerError(outcome) && !refusalStatuses.includes(response.status)
}
