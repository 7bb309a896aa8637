import type { WireError } from '#shared/app-error.ts'
import { isErrorCausedBy, getRequestStateOfError } from '#shared/error-kinds.ts'

const causesBeforeSending = ['user_choice', 'account', 'address', 'key', 'keychain'] as const

/**
 * Returns the text that refers to the same error of a section above. The text does not say that a call failed if Banto
 * did not send the call.
 */
export function getSameErrorAsAboveTextKey(
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
