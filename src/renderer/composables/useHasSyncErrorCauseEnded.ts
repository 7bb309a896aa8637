import type { WireError } from '#shared/app-error.ts'
import { useHasErrorCauseEnded } from './useHasErrorCauseEnded.ts'

/**
 * As `useHasErrorCauseEnded`, for the stored error of an account's last sync, which does not name the account. Only
 * another sync replaces this error, and a paused account has none, although its keys can be tested.
 */
export function useHasSyncErrorCauseEnded(): (accountId: string, error: WireError) => boolean {
  const hasCauseEnded = useHasErrorCauseEnded()
  return (accountId, error) => hasCauseEnded({ ...error, details: { ...error.details, accountId } })
}
