import type { AppError, WireError } from '#shared/app-error.ts'

const shownAt = new WeakMap<AppError | WireError, number>()

/**
 * Returns when the app first asked for this error, in epoch milliseconds. An error of a command is shown as soon as it
 * occurs, but its notice may be removed and shown again later.
 */
export function getTimeWhenErrorWasFirstShown(error: AppError | WireError): number {
  const known = shownAt.get(error)
  if (known !== undefined) return known
  const now = Date.now()
  shownAt.set(error, now)
  return now
}
