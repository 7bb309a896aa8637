import type { AppError, WireError } from '#shared/app-error.ts'
import { hasUserEndedErrorCause } from '#shared/has-user-ended-error-cause.ts'
import { isKeyUsable, isUnusableKeyState } from '#shared/key-states.ts'
import { useNowEachTenSeconds } from '#renderer/ui/time/useNowEachTenSeconds.ts'
import { useAccounts } from '#renderer/stores/accounts-and-selection.ts'
import { useAppState } from '#renderer/stores/app-state.ts'

/** Returns a function that checks whether the app-wide cause of an error has ended. Views then hide the error. */
export function useHasErrorCauseEnded(): (error: AppError | WireError) => boolean {
  const app = useAppState()
  const accounts = useAccounts()
  const now = useNowEachTenSeconds()
  /** By error: how often calls had been resumed when the error was first checked. */
  const resumesBefore = new WeakMap<AppError | WireError, number>()

  /**
   * While Banto holds back calls because keys were refused, a call of the user fails at once. The app state does not
   * show this, so the error counts as resolved when its `until` has passed or the user has resumed the calls.
   */
  function isAddressStillBlocked(error: AppError | WireError): boolean {
    const { reason, until, proxyUrl = null } = error.details
    if (reason !== 'refused_keys') return app.state.ipBlocks.some((block) => block.proxyUrl === proxyUrl)
    if (!resumesBefore.has(error)) resumesBefore.set(error, app.resumes)
    return app.resumes === resumesBefore.get(error) && (typeof until !== 'number' || now.value < until)
  }

  /** The error names the end of such a limit only. */
  function hasLimitEnded({ details }: AppError | WireError): boolean {
    const { waitingFor, freeAt } = details
    return (waitingFor === 'day' || waitingFor === 'retry_after') && typeof freeAt === 'number' && freeAt <= now.value
  }

  /**
   * A key was added or replaced, or it works again. The error does not name the call, so a key that lacked a permission
   * for it does not count.
   */
  function hasUsableKey({ details }: AppError | WireError): boolean {
    const { keyId: requested } = details
    const reasons = Array.isArray(details['reasons'])
      ? (details['reasons'] as { keyId?: unknown; reason?: unknown }[])
      : []
    const lacking = reasons.filter(({ reason }) => !isUnusableKeyState(reason)).map(({ keyId }) => keyId)
    const keys = accounts.byId(String(details['accountId']))?.keys ?? []
    return keys.some(
      (key) => isKeyUsable(key) && !lacking.includes(key.id) && (requested === undefined || requested === key.id),
    )
  }

  return (error) => {
    if (error.kind === 'no_key') return hasUsableKey(error)
    if (error.kind === 'address_guarded') return !isAddressStillBlocked(error)
    if (error.kind === 'waited_too_long') return hasLimitEnded(error)
    return hasUserEndedErrorCause(error.kind, {
      isOffline: app.isOffline,
      keychain: app.state.keychain,
      findAccount: () => accounts.byId(String(error.details['accountId'])),
    })
  }
}
