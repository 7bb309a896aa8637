import type { WireError } from '#shared/app-error.ts'
import { isErrorCausedBy, getRequestStateOfError } from '#shared/error-kinds.ts'

const causesBeforeSending = ['user_choice', 'account', 'address', 'key', 'keychain'] as const

/** The text that refers to the same error of a section above. It does not say of a call that Banto did not send that it failed. */
export function getSameErrorTextKey(
  error: Pick<WireError, 'kind'>,
): 'domains.facet.sameError' | 'domains.facet.sameReasonNotSent' {
  const isNotSent =
    error.kind === 'waited_too_long' ||
    // A cancelled call may have been sent.
    (error.kind !== 'cancelled' &&
      getRequestStateOfError(error) === null &&
      causesBeforeSending.some((cause) => isErrorCausedBy(error, cause)))
  return isNotSent ? 'domains.facet.sameReasonNotSent' : 'domains.facet.sameError'
}
