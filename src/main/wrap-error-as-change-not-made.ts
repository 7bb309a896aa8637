import { AppError } from '#shared/app-error.ts'
import type { ErrorKind } from '#shared/error-kinds.ts'

/** Adds `details.hasHappened: false`, by which the window says that nothing was changed. */
export function wrapErrorAsChangeNotMade(error: AppError, kind: ErrorKind, message: string): AppError {
  return new AppError(kind, message, {
    cause: error,
    ...(error.code !== undefined && { code: error.code }),
    ...(error.status !== undefined && { status: error.status }),
    ...(error.serviceMessage !== undefined && { serviceMessage: error.serviceMessage }),
    ...(error.retryAfterMs !== undefined && { retryAfterMs: error.retryAfterMs }),
    details: { ...error.details, hasHappened: false },
  })
}
