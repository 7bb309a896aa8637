import { AppError, wireErrorSchema } from '#shared/app-error.ts'
import type { ErrorKind } from '#shared/error-kinds.ts'

/** Adds `details.hasHappened: false`, by which the window says that nothing was changed. */
export function markErrorAsChangeNotMade(error: AppError, kind: ErrorKind, message: string): AppError {
  return new AppError(kind, message, {
    cause: error,
    ...(error.code !== undefined && { code: error.code }),
    ...(error.status !== undefined && { status: error.status }),
    ...(error.serviceMessage !== undefined && { serviceMessage: error.serviceMessage }),
    ...(error.retryAfterMs !== undefined && { retryAfterMs: error.retryAfterMs }),
    details: { ...error.details, hasHappened: false },
  })
}

/** The service's error, for a change that a reading afterwards does not show. `what`: what was read, such as "the zone". */
export function toNotAppliedError(error: AppError, what: string): AppError {
  const inner = wireErrorSchema.safeParse(error.details['cause']).data
  const kind = error.kind === 'unsettled' ? (inner?.kind ?? 'cut_off') : error.kind
  return markErrorAsChangeNotMade(
    error,
    kind,
    `The change did not happen, ${what} is as it was: ${inner?.message ?? error.message}`,
  )
}
