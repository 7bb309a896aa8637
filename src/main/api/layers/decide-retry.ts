import { hasErrorConsequence, getRequestStateOfError, type ErrorKind } from '#shared/error-kinds.ts'
import type { Idempotency } from '#shared/api/define-endpoint.ts'
import { isServerError, isRateLimited } from '#main/api/http/response-predicates.ts'
import type { CallAttemptOutcome } from '#main/api/call-context-and-attempt-outcome.ts'

/**
 * `final`: the outcome is reported as it is. `repeat`: the same call may be sent again. `unsettled`: the change may
 * have happened.
 */
export type RetryDecision = 'final' | 'repeat' | 'unsettled'

/** Decides whether a call with this idempotency may be sent again after this outcome. */
export function decideRetry(
  idempotency: Idempotency,
  outcome: Pick<CallAttemptOutcome, 'error' | 'response'>,
): RetryDecision {
  const { error } = outcome
  if (!error) return 'final'
  if (idempotency === 'once' || idempotency === 'paid') return isSettled(error.kind, outcome) ? 'final' : 'unsettled'
  const mayPass = hasErrorConsequence(error, 'is_repeated') || isRateLimited(outcome) || isServerError(outcome)
  return mayPass ? 'repeat' : 'final'
}

/**
 * Returns true if nothing was sent, or the service itself refused. A body that is not the service's, a redirect and a
 * 5xx prove neither.
 */
function isSettled(kind: ErrorKind, outcome: Pick<CallAttemptOutcome, 'response'>): boolean {
  return getRequestStateOfError({ kind }) === 'unsent' || (kind === 'service' && !isServerError(outcome))
}
