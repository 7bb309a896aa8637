import type { AppError, ErrorKind } from '#shared/app-error.ts'
import { useNow } from '#renderer/ui/time/useNow.ts'
import { useAppState } from '#renderer/stores/app-state.ts'

/** Whether what an error told of the app as a whole has ended since: it is not told any more then. */
export function useIsErrorResolved(): (error: AppError) => boolean {
  const app = useAppState()
  const now = useNow()
  /** How often calls were resumed before each error was first seen. */
  const resumesBefore = new WeakMap<AppError, number>()

  /** Calls that a person makes after refused keys are refused and not held: the state of the app tells nothing of these refusals. */
  function isAddressStillBlocked(error: AppError): boolean {
    const { reason, until } = error.details
    if (reason !== 'refused_keys') return app.state.ipBlock !== null
    if (!resumesBefore.has(error)) resumesBefore.set(error, app.resumes)
    return app.resumes === resumesBefore.get(error) && (typeof until !== 'number' || now.value < until)
  }

  const stillAppliesByKind: Partial<Record<ErrorKind, (error: AppError) => boolean>> = {
    address_guarded: isAddressStillBlocked,
    offline: () => app.isOffline,
    keychain_unavailable: () => app.state.keychain.state === 'unavailable',
    keychain_locked: () => app.state.keychain.state === 'locked',
    keychain_silent: () => app.state.keychain.state === 'silent',
  }
  return (error) => stillAppliesByKind[error.kind]?.(error) === false
}
