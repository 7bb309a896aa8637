import { isAppError, type AppError } from '#shared/app-error.ts'

/** Returns the error with which a promise was rejected. Throws if the promise was resolved. */
export async function captureRejection(promise: Promise<unknown>): Promise<unknown> {
  const outcome = await promise.then(
    () => null,
    (error: unknown) => ({ error }),
  )
  if (!outcome) throw new Error('It was expected to be rejected')
  return outcome.error
}

/** The `AppError` that a promise was rejected with. Throws if it was resolved, or rejected with anything else. */
export async function captureAppError(promise: Promise<unknown>): Promise<AppError> {
  const error = await captureRejection(promise)
  if (!isAppError(error)) throw error
  return error
}
