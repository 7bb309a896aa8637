import type { MissingGrant } from '#shared/api/get-and-check-grants-of-api-keys.ts'
import type { AppError } from '#shared/app-error.ts'
import type { UnusableKeyState } from '#shared/key-states.ts'
import type { Key } from '#shared/ipc/accounts.ts'

/** The proxy of an account, ready to be used. */
export interface ProxyRoute {
  /** Differs after every change of the proxy, its user or its password. Contains no secret. */
  id: string
  /** Origin, for example `http://proxy.example:3128`. */
  url: string
  /** Value of the header `Proxy-Authorization`, a secret; null without a user. */
  authorization: string | null
}

/** Why a key of an account cannot be used for a call. */
export type UnusableKeyReason = UnusableKeyState | MissingGrant
export interface UnusableKey {
  keyId: string
  reason: UnusableKeyReason
}

/** What the API client needs from accounts and keys. */
export interface AccountsPort {
  /** Throws `not_found`. */
  account(accountId: string): { id: string; baseUrl: string; isPaused: boolean; isReadOnly: boolean }
  keys(accountId: string): Key[]
  /**
   * Reads the secret from the keychain, to be sent to `baseUrl`. Throws keychain_*, `secret_missing`, or
   * `secret_origin_mismatch` if it was stored for another origin.
   */
  secret(keyId: string, baseUrl: string): Promise<string>
  /** `id` of the account's current proxy; null for none. Throws `not_found`. */
  proxyId(accountId: string): string | null
  /**
   * True if no other account that may send uses the same proxy; for an account without a proxy: if no other account
   * that may send is without a proxy. Throws `not_found`.
   */
  isOnlyAccountAtSourceAddress(accountId: string): boolean
  /**
   * The proxy that all calls of the account go through; null for none. Reads its password from the keychain. Throws
   * keychain_*, `proxy_refused` if the password is missing, and `not_found`.
   */
  proxy(accountId: string): Promise<ProxyRoute | null>
  /** Called when the key was refused with 401. It is to be quarantined. */
  onKeyRefused(keyId: string, error: AppError): void
  /** Called when a response shows that the service accepts the key. */
  onKeyAccepted(keyId: string): void
}
