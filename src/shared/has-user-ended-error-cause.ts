import type { ErrorKind } from './error-kinds.ts'
import { keychainStateByErrorKind, type KeychainState } from '#shared/ipc/app-state-and-settings.ts'

export interface ErrorCausesNow {
  isOffline: boolean
  keychain: Pick<KeychainState, 'state'>
  /** Called only for errors about a setting of the account. Null: the account is not known. */
  findAccount: () => { isPaused: boolean; isReadOnly: boolean } | null
}

/**
 * Returns whether the cause of an error has ended, if it is a cause that the user ends in Banto or by unlocking the
 * keychain. False for other causes, and if the account is not known.
 */
export function hasUserEndedErrorCause(kind: ErrorKind, { isOffline, keychain, findAccount }: ErrorCausesNow): boolean {
  if (kind === 'offline') return !isOffline
  if (kind === 'paused') return findAccount()?.isPaused === false
  if (kind === 'read_only') return findAccount()?.isReadOnly === false
  const keychainState = keychainStateByErrorKind[kind]
  return keychainState !== undefined && keychainState !== keychain.state
}
