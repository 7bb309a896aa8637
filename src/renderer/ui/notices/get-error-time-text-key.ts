import type { AppError, WireError } from '#shared/app-error.ts'
import { getRequestStateOfError } from '#shared/error-kinds.ts'

/**
 * Returns the key of the text beside the time of a stored error. Only an error of a request has the time of an attempt.
 * Any other error, such as that of an account without a usable key, describes the state at that time.
 */
export function getErrorTimeTextKey(error: Pick<AppError | WireError, 'kind'>): 'common.attempted' | 'common.asOf' {
  return getRequestStateOfError(error) === null ? 'common.asOf' : 'common.attempted'
}
