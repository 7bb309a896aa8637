import { createCipheriv, createDecipheriv } from 'node:crypto'
import { AppError, isAppError } from '#shared/app-error.ts'
import type { KeychainSecretStore } from '#main/accounts/keychain-secret-store.ts'
import { keychainItemPrefixes } from '#main/accounts/os-keychain-port.ts'
import type { Database } from '#main/store/database.ts'
import { querySetting, storeSetting } from '#main/store/settings-store.ts'
import type { IntentBodyCipher } from './journal-interface.ts'

export interface IntentBodyCipherDeps {
  keychain: Pick<KeychainSecretStore, 'readSecret' | 'storeSecret' | 'markUsed' | 'markOrphaned' | 'deleteOrphaned'>
  database: Database
  newId: () => string
  /** The operating system's cryptographic random bytes. */
  randomBytes: (count: number) => Buffer
}

const settingName = 'orders_data_key'
const algorithm = 'aes-256-gcm'
const keyBytes = 32
const nonceBytes = 12
const tagBytes = 16
const form = /^1\.([\w-]{1,64})\.([\w-]+)$/

/**
 * Format of an encrypted body: `1.<name in the keychain>.<nonce, tag and text>`. It names its data key, so that it can
 * be decrypted after the settings were lost.
 */
export function createIntentBodyCipher({
  keychain,
  database,
  newId,
  randomBytes,
}: IntentBodyCipherDeps): IntentBodyCipher {
  let making: Promise<DataKey> | null = null

  async function makeKey(): Promise<DataKey> {
    const name = keychainItemPrefixes.dataKey + newId()
    const secret = randomBytes(keyBytes).toString('base64url')
    try {
      await keychain.storeSecret(name, secret)
      database.transaction(() => {
        storeSetting(database, settingName, name)
        keychain.markUsed([name])
      })
    } catch (error) {
      keychain.markOrphaned([name])
      void keychain.deleteOrphaned()
      throw error
    }
    return { name, key: Buffer.from(secret, 'base64url') }
  }

  async function currentKey(): Promise<DataKey> {
    const name = querySetting(database, settingName)
    if (name === undefined) return makeKey()
    try {
      return { name, key: Buffer.from(await keychain.readSecret(name), 'base64url') }
    } catch (error) {
      // The keychain item is gone, or it is another keychain. Old bodies cannot be decrypted any more; new ones get a
      // new key.
      if (isAppError(error, 'secret_missing')) return makeKey()
      throw error
    }
  }

  return {
    async encrypt(text) {
      making ??= currentKey().finally(() => (making = null))
      const { name, key } = await making
      const nonce = randomBytes(nonceBytes)
      const cipher = createCipheriv(algorithm, key, nonce, { authTagLength: tagBytes })
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return `1.${name}.${Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url')}`
    },

    async decrypt(sealed) {
      const match = form.exec(sealed)
      if (!match) throw damaged()
      const [, name, text] = match as unknown as [string, string, string]
      const key = Buffer.from(await keychain.readSecret(name), 'base64url')
      const bytes = Buffer.from(text, 'base64url')
      try {
        const decipher = createDecipheriv(algorithm, key, bytes.subarray(0, nonceBytes), { authTagLength: tagBytes })
        decipher.setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes))
        return Buffer.concat([decipher.update(bytes.subarray(nonceBytes + tagBytes)), decipher.final()]).toString(
          'utf8',
        )
      } catch (cause) {
        throw damaged(cause)
      }
    },
  }
}

interface DataKey {
  name: string
  key: Buffer
}

function damaged(cause?: unknown): AppError {
  return new AppError('journal_damaged', 'The encrypted part of an intent could not be read', { cause })
}
