import type { AppError, WireError } from '#shared/app-error.ts'
import { useHasErrorCauseEnded } from '#renderer/composables/useHasErrorCauseEnded.ts'
import { useNameSearchAndBasket } from './name-search-and-basket-store.ts'

/**
 * Returns a function that checks whether the cause of the error of a name has ended. A failure to connect ends when the
 * service answers again.
 */
export function useHasLookUpErrorCauseEnded(): (error: AppError | WireError) => boolean {
  const search = useNameSearchAndBasket()
  const hasCauseEnded = useHasErrorCauseEnded()
  return (error) => search.endedConnectionErrors.has(error) || hasCauseEnded(error)
}
