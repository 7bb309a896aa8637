import type { Me } from '#shared/api/account.ts'
import { isAppError, toWireError, type AppError } from '#shared/errors.ts'
import type { Key } from '#shared/ipc/accounts.ts'
import type { ApiAccounts } from '#main/api/types.ts'
import type { Database } from '#main/store/database.ts'
import type { Keychain } from './keychain.ts'
import { notFound, type AccountReads } from './list-accounts.ts'
import { expiryOf } from './rows.ts'

export interface KeyStatesDeps {
  database: Database
  keychain: Keychain
  reads: AccountReads
  changed: () => void
}

/** What answers of the service and of the keychain say about stored keys. A key that is gone meanwhile is no error. */
export function createKeyStates({ database, keychain, reads, changed }: KeyStatesDeps) {
  function setState(keyId: string, state: Key['state'], error: AppError | null): void {
    const text = error && JSON.stringify(toWireError(error))
    const { changes } = database.run('update api_key set state = ?, error = ? where id = ? and (state <> ? or error is not ?)', state, text, keyId, state, text)
    if (changes > 0) changed()
  }

  const port: ApiAccounts = {
    account(accountId) {
      const { id, base_url, is_paused, is_read_only } = reads.row(accountId)
      return { id, baseUrl: base_url, isPaused: is_paused === 1, isReadOnly: is_read_only === 1 }
    },
    keys: reads.keys,
    async secret(keyId) {
      const row = database.get<{ secretId: string }>('select coalesce(secret_id, id) as secretId from api_key where id = ?', keyId)
      try {
        return await keychain.get(row?.secretId ?? notFound('key'))
      } catch (error) {
        if (isAppError(error, 'secret_missing')) setState(keyId, 'missing', error)
        throw error
      }
    },
    keyRefused: (keyId, error) => setState(keyId, 'quarantined', error),
    keyWorked(keyId) {
      // A quarantine ends only by the person: an answer that was on its way when it began says nothing.
      const { changes } = database.run(`update api_key set state = 'working', error = null where id = ? and state in ('untested', 'missing')`, keyId)
      if (changes > 0) changed()
    },
  }

  return {
    ...port,
    /** `/v1/me` answered for the key at `at`: it works, and this is what it may do. */
    recordMe(keyId: string, me: Me, at: number): void {
      database.run(
        `update api_key set state = 'working', error = null, me = ?, expires_at = ?, checked_at = ? where id = ?`,
        JSON.stringify(me),
        expiryOf(me),
        at,
        keyId,
      )
      changed()
    },
    /** `/v1/me` answered 403: the key is not allowed from this address (section "Authentication"). */
    keyForbidden: (keyId: string, error: AppError) => setState(keyId, 'forbidden', error),
  }
}
export type KeyStates = ReturnType<typeof createKeyStates>
