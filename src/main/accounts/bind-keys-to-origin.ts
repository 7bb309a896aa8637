import { isAppError, type ErrorKind } from '#shared/app-error.ts'
import type { Database } from '#main/store/database.ts'
import { keychainItemName, decodeOriginBoundSecret, encodeOriginBoundSecret, hasKeychainItemPrefix } from './origin-bound-secret.ts'
import type { Keychain } from './keychain.ts'

interface UnboundKey {
  id: string
  secretId: string
  baseUrl: string
}

export interface KeyOriginBinderDeps {
  database: Database
  keychain: Keychain
  newId: () => string
}

/**
 * Binds the keys that a former version stored to the origin of their account (ADR 17): stored anew with the origin, then the row points to the
 * new item, then the old one is deleted. A key that cannot be bound stays as it is and works.
 */
export function createKeyOriginBinder({ database, keychain, newId }: KeyOriginBinderDeps) {
  const tried = new Set<string>()
  /** What an item is called now, and as what it was read before. */
  const formerNames = new Map<string, string>()
  let runningBind: Promise<void> | null = null

  function unbound(): UnboundKey[] {
    return database
      .all<UnboundKey>(`select k.id, coalesce(k.secret_id, k.id) as secretId, a.base_url as baseUrl from api_key k join account a on a.id = k.account_id`)
      .filter(({ secretId }) => !hasKeychainItemPrefix(secretId) && !tried.has(secretId))
  }

  async function bind({ id, secretId, baseUrl }: UnboundKey): Promise<void> {
    const item = encodeOriginBoundSecret(decodeOriginBoundSecret(secretId, await keychain.get(secretId), baseUrl), baseUrl)
    const name = keychainItemName(newId())
    tried.add(secretId)
    try {
      await keychain.put(name, item)
      database.transaction(() => {
        const { changes } = database.run('update api_key set secret_id = ? where id = ? and coalesce(secret_id, id) = ?', name, id, secretId)
        // Removed or replaced meanwhile.
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

  async function bindAll(): Promise<void> {
    try {
      for (const key of unbound()) await bind(key).catch(ignoreKeyErrors)
      await keychain.deleteOrphaned()
    } catch (error) {
      // Tried again when the keychain is found open, or at the next start.
      if (!isAppError(error)) throw error
    }
  }

  return {
    /** One run at a time. Never throws. */
    bindKeysToOrigin: () => (runningBind ??= bindAll().finally(() => (runningBind = null))),
    /** True also where an item is the same key under its name of before. */
    isSameSecret: (name: string | null, asked: string | null): boolean => name === asked || (name !== null && formerNames.get(name) === asked),
  }
}

const singleKeyErrorKinds: readonly ErrorKind[] = ['secret_missing', 'invalid_input', 'not_a_url']

/** The others may be bound all the same. */
function ignoreKeyErrors(error: unknown): void {
  if (!isAppError(error) || !singleKeyErrorKinds.includes(error.kind)) throw error
}
