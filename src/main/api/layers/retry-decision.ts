import type { Idempotency } from '#shared/api/define-endpoint.ts'
import type { ErrorKind } from '#shared/app-error.ts'
import { isServerError, isRateLimited } from '#main/api/http/classify-response.ts'
import type { CallOutcome } from '#main/api/middleware.ts'

/** `final`: the outcome is reported as it is. `repeat`: the same call may be sent again. `unsettled`: the change may have happened. */
export type RetryDecision = 'final' | 'repeat' | 'unsettled'

/** The connection was not established. */
export const unsentErrorKinds: readonly ErrorKind[] = ['no_network', 'tls']
const lostResponseErrorKinds: readonly ErrorKind[] = ['timeout', 'cut_off']

/** Whether a call with this idempotency may be sent again after this outcome. */
export function retryDecision(
  idempotency: Idempotency,
  outcome: Pick<CallOutcome, 'error' | 'response'>,
): RetryDecision {
  const { error } = outcome
  if (!error) return 'final'
  if (idempotency === 'once' || idempotency === 'paid') return isSettled(error.kind, outcome) ? 'final' : 'unsettled'
  const mayPass =
    error.kind === 'no_network' ||
    lostResponseErrorKinds.includes(error.kind) ||
    isRateLimited(outcome) ||
    isServerError(outcome)
  return mayPass ? 'repeat' : 'final'
}

/** True if nothing was sent, or the service itself refused. A body that is not the service's, a redirect and a 5xx prove neither. */
function isSettled(kind: ErrorKind, outcome: Pick<CallOutcome, 'response'>): boolean {
  return unsentErrorKinds.includes(kind) || (kind === 'service' && !isServerError(outcome))
}
