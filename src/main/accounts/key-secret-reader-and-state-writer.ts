import type { KeyInformation } from '#shared/api/key-and-log-endpoints.ts'
import { isAppError, toWireError, type AppError } from '#shared/app-error.ts'
import type { Key } from '#shared/ipc/accounts.ts'
import type { AccountsPort } from '#main/api/accounts-port.ts'
import type { Database } from '#main/store/database.ts'
import { clearReadTimesOfNewlyReadableLists } from './clear-read-times-of-newly-readable-lists.ts'
import { decodeApiKeyItem } from './api-key-keychain-item-format.ts'
import type { KeychainSecretStore } from './keychain-secret-store.ts'
import { throwAccountOrKeyNotFound, type AccountQueries } from './account-queries.ts'
import { getKeyExpiry } from './get-key-expiry.ts'

export interface KeySecretReaderAndStateWriterDeps {
  database: Database
  keychain: KeychainSecretStore
  queries: AccountQueries
  isSameSecret: (name: string | null, requested: string | null) => boolean
  emitChanged: () => void
}

/** Records the response of `/v1/me` for a key. */
export interface KeyCheckRecorder {
  /** The key worked at `at` (epoch milliseconds), with these permissions. */
  markWorking(me: KeyInformation, at: number): void
  /** 401: the service does not accept the key. */
  markRefused(error: AppError): void
  /** 403: the key is not allowed from this IP (API description, section "Authentication"). */
  markForbidden(error: AppError): void
}

/**
 * Reads the secrets of stored keys, and stores what the service and the keychain answer about these keys. A key that
 * was removed meanwhile is not an error.
 */
export function createKeySecretReaderAndStateWriter({
  database,
  keychain,
  queries,
  isSameSecret,
  emitChanged,
}: KeySecretReaderAndStateWriterDeps) {
  function setState(keyId: string, state: Key['state'], error: AppError | null): void {
    const text = error && JSON.stringify(toWireError(error))
    const { changes } = database.run(
      'update api_key set state = ?, error = ? where id = ? and (state <> ? or error is not ?)',
      state,
      text,
      keyId,
      state,
      text,
    )
    if (changes > 0) emitChanged()
  }

  function secretIdOf(keyId: string): string | null {
    return (
      database.get<{ secretId: string }>('select coalesce(secret_id, id) as secretId from api_key where id = ?', keyId)
        ?.secretId ?? null
    )
  }

  function accountIdOf(keyId: string): string | null {
    const key = database.get<{ accountId: string }>('select account_id as accountId from api_key where id = ?', keyId)
    return key?.accountId ?? null
  }

  const port: Omit<AccountsPort, 'proxy' | 'proxyId' | 'isOnlyAccountAtSourceAddress'> = {
    account(accountId) {
      const { id, base_url, is_paused, is_read_only } = queries.row(accountId)
      return { id, baseUrl: base_url, isPaused: is_paused === 1, isReadOnly: is_read_only === 1 }
    },
    keys: queries.keys,
    async secret(keyId, baseUrl) {
      const secretId = secretIdOf(keyId) ?? throwAccountOrKeyNotFound('key')
      try {
        return decodeApiKeyItem(secretId, await keychain.readSecret(secretId), baseUrl)
      } catch (error) {
        if (isAppError(error, 'secret_missing')) setState(keyId, 'missing', error)
        throw error
      }
    },
    onKeyRefused: (keyId, error) => setState(keyId, 'quarantined', error),
    onKeyAccepted(keyId) {
      // Only the user ends a quarantine: a response that was in flight when the quarantine began proves nothing.
      const { changes } = database.run(
        `update api_key set state = 'working', error = null where id = ? and state in ('untested', 'missing')`,
        keyId,
      )
      if (changes > 0) emitChanged()
    },
  }

  return {
    ...port,
    /**
     * Call it before one request to `/v1/me` is sent. The check ignores the response if the key's secret was replaced
     * meanwhile.
     */
    startKeyCheck(keyId: string): KeyCheckRecorder {
      const requested = secretIdOf(keyId)
      const setIfSame = (state: Key['state'], error: AppError) => {
        if (isSameSecret(secretIdOf(keyId), requested)) setState(keyId, state, error)
      }
      return {
        markWorking(me, at) {
          const accountId = accountIdOf(keyId)
          if (accountId === null || !isSameSecret(secretIdOf(keyId), requested)) return
          clearReadTimesOfNewlyReadableLists({ database, queries }, accountId, () => {
            database.run(
              `update api_key set state = 'working', error = null, me = ?, expires_at = ?, checked_at = ? where id = ?`,
              JSON.stringify(me),
              getKeyExpiry(me),
              at,
              keyId,
            )
          })
          emitChanged()
        },
        markRefused: (error) => setIfSame('quarantined', error),
        markForbidden: (error) => setIfSame('forbidden', error),
      }
    },
  }
}
export type KeySecretReaderAndStateWriter = ReturnType<typeof createKeySecretReaderAndStateWriter>
