import { serviceErrors } from '#shared/api/service-errors.ts'
import type { WireError } from '#shared/app-error.ts'
import { isKeyUsable } from '#shared/key-states.ts'
import { useAccounts } from '#renderer/stores/accounts-and-selection.ts'
import { useHasErrorCauseEnded } from './useHasErrorCauseEnded.ts'

/**
 * As `useHasErrorCauseEnded`, for the stored error of an account's last sync, which does not name the account. Only
 * another sync replaces this error, and a paused account has none, although its keys can be tested. The refusal of a
 * key ends when this key is usable again.
 */
export function useHasSyncErrorCauseEnded(): (accountId: string, error: WireError) => boolean {
  const accounts = useAccounts()
  const hasCauseEnded = useHasErrorCauseEnded()

  // Only for a stored error: the state of the key is stored before the error of the sync. The error of a call of the
  // user may arrive before the new state of its key.
  function isRefusedKeyUsable(accountId: string, { status, details }: WireError): boolean {
    const refused = accounts.byId(accountId)?.keys.find(({ id }) => id === details['keyId'])
    return status === serviceErrors.UNAUTHORIZED.status && refused !== undefined && isKeyUsable(refused)
  }

  return (accountId, error) =>
    isRefusedKeyUsable(accountId, error) || hasCauseEnded({ ...error, details: { ...error.details, accountId } })
}
