import type { AppError, ErrorKind } from '#shared/app-error.ts'
import { useNow } from '#renderer/ui/time/useNow.ts'
import { useAppState } from '#renderer/stores/app-state.ts'

/** Returns a function that tells whether the app-wide cause of an error has ended. Views then hide the error. */
export function useIsErrorResolved(): (error: AppError) => boolean {
  const app = useAppState()
  const now = useNow()
  /** Number of resumes when each error was first checked. */
  const resumesBefore = new WeakMap<AppError, number>()

  /** After refused keys, a call of the person fails at once instead of waiting. The app state does not contain this failure, so the error's `until` and the resumes decide. */
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
