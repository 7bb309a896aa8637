import { wireErrorSchema, type WireError } from '#shared/app-error.ts'

/**
 * Returns why the last call of a change failed, after a reading showed that the change was not made. `lastError`: the
 * error of that call, which may say that the outcome is unknown.
 */
export function getErrorOfChangeNotMade(lastError: WireError | null): WireError | null {
  if (lastError?.kind !== 'unsettled') return lastError
  return wireErrorSchema.safeParse(lastError.details['cause']).data ?? lastError
}
