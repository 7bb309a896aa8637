import { isErrorCausedBy, hasErrorConsequence, getRequestStateOfError, type ErrorKind } from '#shared/error-kinds.ts'
import { serviceErrors } from './service-errors.ts'

/** An AppError, a WireError, or any other value with the kind and the HTTP status of an error. */
interface WithStatus {
  kind: ErrorKind
  status?: number | undefined
}

/**
 * A 5xx status: the service failed. It may have done all or a part of the request (API description, section "Errors").
 */
export function isServerErrorStatus(status: number | null | undefined): boolean {
  return typeof status === 'number' && status >= serviceErrors.INTERNAL_ERROR.status
}

/** 401 or 403: the service refused the key. The other keys of the account may be accepted. */
function isKeyRefusedStatus(status: number | null | undefined): boolean {
  return status === serviceErrors.UNAUTHORIZED.status || status === serviceErrors.FORBIDDEN.status
}

/**
 * 403 from the service itself: the key lacks a permission, or the sender's IP is not allowed. A proxy sends a 403, too,
 * without the service's body.
 */
export function isPermissionError({ kind, status }: WithStatus): boolean {
  return kind === 'service' && status === serviceErrors.FORBIDDEN.status
}

/**
 * The error concerns one key: Banto cannot use the key, or the service refused it. The error does not show whether
 * other keys work.
 */
export function isKeyError({ kind, status }: WithStatus): boolean {
  return isErrorCausedBy({ kind }, 'key') || isKeyRefusedStatus(status)
}

/** Returns true if the same call may succeed a moment later without any change. */
export function isTransientError({ kind, status }: WithStatus): boolean {
  return (
    hasErrorConsequence({ kind }, 'is_repeated') ||
    isServerErrorStatus(status) ||
    status === serviceErrors.RATE_LIMIT_EXCEEDED.status
  )
}

/** A call that changes something may have done so: bytes were sent, and the service did not answer that it refused. */
export function mayFailedCallHaveTakenEffect({ kind, status }: WithStatus): boolean {
  const state = getRequestStateOfError({ kind })
  return state === 'unanswered' || state === 'unclear' || (state === 'answered' && isServerErrorStatus(status))
}
