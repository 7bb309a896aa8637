import { isAppError, type WireError } from '#shared/app-error.ts'
import { hasUserEndedErrorCause } from '#shared/has-user-ended-error-cause.ts'
import type { KeychainState } from '#shared/ipc/app-state-and-settings.ts'
import type { AccountsPort } from './accounts-port.ts'

/** Returns whether the cause of an error of the account's calls has ended. False for causes that Banto cannot check. */
export type HasErrorCauseEnded = (error: Pick<WireError, 'kind'>, accountId: string) => boolean

/** Checks the causes that the user ends in Banto or by unlocking the keychain, and whether the network is back. */
export function createHasErrorCauseEnded({
  isOffline,
  accounts,
  keychain,
  isReachedWithoutProxy,
}: {
  isOffline: () => boolean
  accounts: Pick<AccountsPort, 'account'>
  keychain: { state(): KeychainState }
  isReachedWithoutProxy: (baseUrl: string) => boolean
}): HasErrorCauseEnded {
  function findAccount(accountId: string): ReturnType<AccountsPort['account']> | null {
    try {
      return accounts.account(accountId)
    } catch (error) {
      if (isAppError(error, 'not_found')) return null
      throw error
    }
  }

  return ({ kind }, accountId) => {
    if (kind === 'no_network') {
      const account = findAccount(accountId)
      // A failure to connect through a proxy is another kind of error.
      return account !== null && isReachedWithoutProxy(account.baseUrl)
    }
    return hasUserEndedErrorCause(kind, {
      isOffline: isOffline(),
      keychain: keychain.state(),
      findAccount: () => findAccount(accountId),
    })
  }
}
