import { AppError } from '#shared/app-error.ts'
import { createInputIssue } from '#shared/input-issues.ts'
import {
  markEntriesOfReplacedSecrets,
  separateLogOfReplacedSecret,
} from '#main/api-logs/separate-logs-of-replaced-secrets.ts'
import type { Clock } from '#main/clock.ts'
import type { Database } from '#main/store/database.ts'
import { storeKeyRemovalTime } from '#main/store/key-removal-time-store.ts'
import type { AccountQueries } from './account-queries.ts'
import { clearReadTimesOfNewlyReadableLists } from './clear-read-times-of-newly-readable-lists.ts'
import { getApiKeyItemName, encodeApiKeyItem } from './api-key-keychain-item-format.ts'
import { assertKeyLabelUnused } from './enforce-unique-key-labels.ts'
import type { KeychainSecretStore } from './keychain-secret-store.ts'
import { assertKeyNotStored, createKeyTypedTwiceError } from './try-key.ts'
import type { TriedUnstoredKey, TriedUnstoredKeys } from './tried-unstored-keys.ts'

export interface LabelledTriedKey {
  pendingKeyId: string
  label: string
}

export interface TriedKeyStorerDeps {
  database: Database
  keychain: KeychainSecretStore
  clock: Clock
  newId: () => string
  triedUnstoredKeys: TriedUnstoredKeys
  queries: Pick<AccountQueries, 'keys'>
}

/**
 * Stores tried keys: first the secrets, then `writeRows` and the rows of the keys in one transaction. Either all is
 * stored or nothing.
 */
export function createTriedKeyStorer({
  database,
  keychain,
  clock,
  newId,
  triedUnstoredKeys,
  queries,
}: TriedKeyStorerDeps) {
  /**
   * Stores the secrets under new names and runs `writeRows`. After a failure the secrets are removed again and the
   * pending keys are kept. Returns the trial IDs of the keys.
   */
  const storeSecrets = (
    pendingKeyIds: readonly string[],
    baseUrl: string,
    writeRows: (found: { pendingKey: TriedUnstoredKey; secretId: string }[]) => void,
  ): Promise<string[]> =>
    triedUnstoredKeys.keepWhileStoring(pendingKeyIds, () => storeKeptKeys(pendingKeyIds, baseUrl, writeRows))

  async function storeKeptKeys(
    pendingKeyIds: readonly string[],
    baseUrl: string,
    writeRows: (found: { pendingKey: TriedUnstoredKey; secretId: string }[]) => void,
  ): Promise<string[]> {
    const found = pendingKeyIds.map((id) => ({
      pendingKey: triedUnstoredKeys.get(id),
      secretId: getApiKeyItemName(newId()),
    }))
    const secrets = found.map(({ pendingKey }) => pendingKey.secret)
    if (new Set(secrets).size < secrets.length) throw createKeyTypedTwiceError()
    for (const { pendingKey } of found) {
      if (pendingKey.baseUrl !== baseUrl)
        throw new AppError('invalid_input', 'The key was tried at another address', {
          details: {
            issues: [createInputIssue('baseUrl', 'keyTestedWithOtherBaseUrl', 'Try the key at this address')],
          },
        })
      await assertKeyNotStored({ database, keychain }, baseUrl, pendingKey.secret)
    }
    const put: string[] = []
    try {
      for (const { pendingKey, secretId } of found) {
        await keychain.storeSecret(secretId, encodeApiKeyItem(pendingKey.secret, baseUrl))
        put.push(secretId)
      }
      database.transaction(() => {
        // After a double click, the first call has already discarded the pending keys, so this throws.
        pendingKeyIds.forEach(triedUnstoredKeys.get)
        writeRows(found)
        keychain.markUsed(put)
      })
    } catch (error) {
      keychain.markOrphaned(put)
      void keychain.deleteOrphaned()
      throw error
    }
    triedUnstoredKeys.discard(pendingKeyIds)
    return found.map(({ pendingKey }) => pendingKey.keyTrialId)
  }

  function insertKey(
    accountId: string,
    label: string,
    { me, expiresAt, triedAt }: TriedUnstoredKey,
    secretId: string,
  ): void {
    assertKeyLabelUnused(database, accountId, label)
    database.run(
      `insert into api_key (id, account_id, label, secret_id, state, me, expires_at, checked_at, added_at) values (?, ?, ?, ?, 'working', ?, ?, ?, ?)`,
      newId(),
      accountId,
      label,
      secretId,
      JSON.stringify(me),
      expiresAt,
      triedAt,
      clock.now(),
    )
  }

  return {
    /** Adds keys to an account that exists, or whose row `writeAccount` inserts. Returns the trial IDs of the keys. */
    addKeys: (
      accountId: string,
      baseUrl: string,
      keys: readonly LabelledTriedKey[],
      writeAccount: () => void = () => {},
    ): Promise<string[]> =>
      storeSecrets(
        keys.map(({ pendingKeyId }) => pendingKeyId),
        baseUrl,
        (found) => {
          writeAccount()
          clearReadTimesOfNewlyReadableLists({ database, queries }, accountId, () => {
            for (const [index, { pendingKey, secretId }] of found.entries())
              insertKey(accountId, keys[index]?.label ?? '', pendingKey, secretId)
          })
        },
      ),

    /**
     * The old secret stays in the keychain until the row names the new secret. `assertNotNeeded` is called in the same
     * transaction.
     */
    async replaceKey(
      key: { id: string; accountId: string; baseUrl: string },
      pendingKeyId: string,
      assertNotNeeded: () => void,
    ): Promise<string[]> {
      const keyTrialIds = await storeSecrets([pendingKeyId], key.baseUrl, ([found]) => {
        if (!found) return
        assertNotNeeded()
        const before = database.get<{ secretId: string }>(
          'select coalesce(secret_id, id) as secretId from api_key where id = ?',
          key.id,
        )
        if (!before) throw new AppError('not_found', 'There is no such key', { details: { what: 'key' } })
        const { me, expiresAt, triedAt } = found.pendingKey
        const now = clock.now()
        clearReadTimesOfNewlyReadableLists({ database, queries }, key.accountId, () => {
          database.run(
            `update api_key set secret_id = ?, secret_replaced_at = ?, state = 'working', error = null, me = ?, expires_at = ?, checked_at = ? where id = ?`,
            found.secretId,
            now,
            JSON.stringify(me),
            expiresAt,
            triedAt,
            key.id,
          )
        })
        storeKeyRemovalTime(database, now)
        separateLogOfReplacedSecret(database, key.id, now)
        keychain.markOrphaned([before.secretId])
      })
      await markEntriesOfReplacedSecrets(database, key.id)
      await keychain.deleteOrphaned()
      return keyTrialIds
    },
  }
}
export type TriedKeyStorer = ReturnType<typeof createTriedKeyStorer>
