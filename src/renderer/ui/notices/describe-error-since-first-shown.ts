import type { AppError, WireError } from '#shared/app-error.ts'
import { useNowEachTenSeconds } from '#renderer/ui/time/useNowEachTenSeconds.ts'
import { describeError, type ErrorContext, type ErrorDescription } from './describe-error.ts'
import { getTimeWhenErrorWasFirstShown } from './get-time-when-error-was-first-shown.ts'

/** Describes an error that has no time of its own. A wait that the service demanded counts down, as in ErrorNotice. */
export function describeErrorSinceFirstShown(error: AppError | WireError, context?: ErrorContext): ErrorDescription {
  const shownAt = getTimeWhenErrorWasFirstShown(error)
  return describeError(error, context, Math.max(0, useNowEachTenSeconds().value - shownAt))
}
