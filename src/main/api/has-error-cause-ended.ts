import { isAppError, type WireError } from '#shared/app-error.ts'
import { keychainStateByErrorKind, type KeychainState } from '#shared/ipc/app-state-and-settings.ts'
import type { AccountsPort } from './accounts-port.ts'

/** Returns whether the cause of an error of the account's calls has ended. False for causes that Banto cannot check. */
export type HasErrorCauseEnded = (error: Pick<WireError, 'kind'>, accountId: string) => boolean

/** Checks the causes that the user ends in Banto or by unlocking the keychain. */
export function createHasErrorCauseEnded({
  isOffline,
  accounts,
  keychain,
}: {
  isOffline: () => boolean
  accounts: Pick<AccountsPort, 'account'>
  keychain: { state(): KeychainState }
}): HasErrorCauseEnded {
  function hasAccount(setting: 'isPaused' | 'isReadOnly', accountId: string): boolean {
    try {
      return accounts.account(accountId)[setting]
    } catch (error) {
      if (isAppError(error, 'not_found')) return false
      throw error
    }
  }

  return ({ kind }, accountId) => {
    if (kind === 'offline') return !isOffline()
    if (kind === 'paused') return !hasAccount('isPaused', accountId)
    if (kind === 'read_only') return !hasAccount('isReadOnly', accountId)
    const keychainState = keychainStateByErrorKind[kind]
    return keychainState !== undefined && keychainState !== keychain.state().state
  }
}
