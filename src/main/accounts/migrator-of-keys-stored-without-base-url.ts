import { isAppError } from '#shared/app-error.ts'
import { isErrorCausedBy } from '#shared/error-kinds.ts'
import type { Database } from '#main/store/database.ts'
import {
  getApiKeyItemName,
  decodeApiKeyItem,
  encodeApiKeyItem,
  hasKeychainItemPrefix,
} from './api-key-keychain-item-format.ts'
import type { KeychainSecretStore } from './keychain-secret-store.ts'

interface KeyWithoutOrigin {
  id: string
  secretId: string
  baseUrl: string
}

export interface MigratorOfKeysWithoutOriginDeps {
  database: Database
  keychain: KeychainSecretStore
  newId: () => string
}

/**
 * Migrates keys that an earlier version stored without the origin of their account (ADR 17). Each key is stored again
 * with the origin, then its row is changed to the new item, then the old item is deleted. A key that cannot be migrated
 * stays as it is and still works.
 */
export function createMigratorOfKeysWithoutOrigin({ database, keychain, newId }: MigratorOfKeysWithoutOriginDeps) {
  const tried = new Set<string>()
  /** New name of an item, and its former name. */
  const formerNames = new Map<string, string>()
  let runningMigration: Promise<void> | null = null

  function keysWithoutOrigin(): KeyWithoutOrigin[] {
    return database
      .all<KeyWithoutOrigin>(
        `select k.id, coalesce(k.secret_id, k.id) as secretId, a.base_url as baseUrl from api_key k join account a on a.id = k.account_id`,
      )
      .filter(({ secretId }) => !hasKeychainItemPrefix(secretId) && !tried.has(secretId))
  }

  async function migrate({ id, secretId, baseUrl }: KeyWithoutOrigin): Promise<void> {
    const item = encodeApiKeyItem(decodeApiKeyItem(secretId, await keychain.readSecret(secretId), baseUrl), baseUrl)
    const name = getApiKeyItemName(newId())
    tried.add(secretId)
    try {
      await keychain.storeSecret(name, item)
      database.transaction(() => {
        const { changes } = database.run(
          'update api_key set secret_id = ? where id = ? and coalesce(secret_id, id) = ?',
          name,
          id,
          secretId,
        )
        // The key was removed or replaced meanwhile.
        if (changes === 0) return keychain.markOrphaned([name])
        formerNames.set(name, secretId)
        keychain.markUsed([name])
        return keychain.markOrphaned([secretId])
      })
    } catch (error) {
      keychain.markOrphaned([name])
      throw error
    }
  }

  async function migrateAll(): Promise<void> {
    try {
      for (const key of keysWithoutOrigin()) await migrate(key).catch(ignoreKeyErrors)
      await keychain.deleteOrphaned()
    } catch (error) {
      // The next call tries again: when the keychain is open, or at the next start.
      if (!isAppError(error)) throw error
    }
  }

  return {
    /** Only one run at a time. Never throws. */
    migrateKeysWithoutOrigin: () => (runningMigration ??= migrateAll().finally(() => (runningMigration = null))),
    /** True for equal names, and for an item that was bound under a new name. */
    isSameSecret: (name: string | null, requested: string | null): boolean =>
      name === requested || (name !== null && formerNames.get(name) === requested),
  }
}

/** Ignores errors of a single key, so that the other keys are bound. */
function ignoreKeyErrors(error: unknown): void {
  const isOfOneKey =
    isAppError(error) &&
    (isErrorCausedBy(error, 'key') || isErrorCausedBy(error, 'input') || isErrorCausedBy(error, 'base_url'))
  if (!isOfOneKey) throw error
}
