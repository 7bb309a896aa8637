import type { AppError, WireError } from '#shared/app-error.ts'
import { useHasErrorCauseEnded } from '#renderer/composables/useHasErrorCauseEnded.ts'
import { useAppState } from '#renderer/stores/app-state.ts'

/** Failures to connect that were shown while no account reached the service, and whether it was reached since then. */
const reachedSince = new WeakMap<AppError | WireError, boolean>()

/**
 * Returns a function that checks whether the cause of the error of a name has ended. A failure to connect ends when the
 * service answers again. It stays if other accounts reached the service all along, because then nothing shows its end.
 */
export function useHasLookUpErrorCauseEnded(): (error: AppError | WireError) => boolean {
  const app = useAppState()
  const hasCauseEnded = useHasErrorCauseEnded()

  return (error) => {
    if (error.kind !== 'no_network') return hasCauseEnded(error)
    const { isUnreachable } = app.state
    if (isUnreachable && !reachedSince.has(error)) reachedSince.set(error, false)
    else if (!isUnreachable && reachedSince.has(error)) reachedSince.set(error, true)
    return reachedSince.get(error) === true
  }
}
