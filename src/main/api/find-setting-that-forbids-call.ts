import { AppError, isAppError } from '#shared/app-error.ts'
import type { CallContext } from './call-context-and-attempt-outcome.ts'
import type { AccountsPort } from './accounts-port.ts'

export type CallToCheck = Pick<CallContext, 'accountId' | 'endpoint'>

/**
 * The finder returns why the app or the account forbids a call: `offline`, `paused` or `read_only`; null if neither
 * does. It throws `not_found`.
 */
export function createFinderOfSettingThatForbidsCall({
  accounts,
  isOffline,
}: {
  accounts: Pick<AccountsPort, 'account'>
  isOffline: () => boolean
}) {
  return ({ accountId, endpoint }: CallToCheck): AppError | null => {
    if (isOffline()) return new AppError('offline', 'Banto works offline: nothing is sent')
    if (accountId === null) return null
    const { isPaused, isReadOnly } = accounts.account(accountId)
    const details = { accountId }
    if (isPaused) return new AppError('paused', 'The account is paused', { details })
    if (isReadOnly && endpoint.scope === 'write')
      return new AppError('read_only', 'The account is read-only in Banto', { details })
    return null
  }
}

/** Returns whether the account exists and is not paused. */
export function isExistingUnpausedAccount(accounts: Pick<AccountsPort, 'account'>, accountId: string): boolean {
  try {
    return !accounts.account(accountId).isPaused
  } catch (error) {
    if (isAppError(error, 'not_found')) return false
    throw error
  }
}
