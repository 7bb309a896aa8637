import { randomBytes, randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, onTestFinished } from 'vitest'
import { createKeychainSecretStore } from '#main/accounts/keychain-secret-store.ts'
import { createKeytarOsKeychain } from '#main/accounts/keytar-os-keychain.ts'
import { systemClock } from '#main/clock.ts'
import { createIntentBodyCipher } from '#main/orders/journal/intent-body-cipher.ts'
import { openDatabase, type Database } from '#main/store/database.ts'
import { makeTemporaryJournalFolder, removeFolder } from '#test/main/orders/sample-intents.ts'

const body = '{"auth_code":"himitsu-no-kotoba"}'

function rig() {
  const folder = makeTemporaryJournalFolder()
  onTestFinished(() => removeFolder(folder))
  const store = createKeytarOsKeychain({ service: `Banto test ${randomUUID()}` })
  const open = (name = 'banto.db') => {
    const database = openDatabase(join(folder, name))
    const keychain = createKeychainSecretStore({ store, database, clock: systemClock, newId: randomUUID })
    return {
      database,
      keychain,
      bodyCipher: createIntentBodyCipher({ keychain, database, newId: randomUUID, randomBytes }),
    }
  }
  return { folder, store, open }
}

const keyName = (database: Database) =>
  database.get<{ value: string }>(`select value from setting where name = 'orders_data_key'`)?.value ?? ''

test('An encrypted body is decrypted after a restart, and its text is in no file', async () => {
  const { folder, open } = rig()
  const first = open()
  const [one, two] = await Promise.all([first.bodyCipher.encrypt(body), first.bodyCipher.encrypt(body)])
  expect(one).not.toBe(two)
  expect(Buffer.from(one.split('.')[2] as string, 'base64url').toString('latin1')).not.toContain('himitsu')
  first.database.close()
  expect(readFileSync(join(folder, 'banto.db')).includes('himitsu')).toBe(false)
  const second = open()
  expect(await second.bodyCipher.decrypt(one)).toBe(body)
  expect((await second.bodyCipher.encrypt(body)).split('.')[1]).toBe(one.split('.')[1])
  second.database.close()
})

test('An encrypted body is decrypted even after the settings were lost', async () => {
  const { open } = rig()
  const first = open()
  const sealed = await first.bodyCipher.encrypt(body)
  const other = open('other.db')
  expect(await other.bodyCipher.decrypt(sealed)).toBe(body)
  first.database.close()
  other.database.close()
})

test('A missing data key is reported, and the next encryption creates a new one', async () => {
  const { store, open } = rig()
  const first = open()
  const sealed = await first.bodyCipher.encrypt(body)
  await store.delete(keyName(first.database))
  first.database.close()
  const second = open()
  await expect(second.bodyCipher.decrypt(sealed)).rejects.toMatchObject({ kind: 'secret_missing' })
  const again = await second.bodyCipher.encrypt(body)
  expect(await second.bodyCipher.decrypt(again)).toBe(body)
  second.database.close()
})

test('An encrypted body with one changed bit is never decrypted', async () => {
  const { open } = rig()
  const { bodyCipher: sealer, database } = open()
  const sealed = await sealer.encrypt(body)
  const [form, name, text] = sealed.split('.') as [string, string, string]
  const bytes = Buffer.from(text, 'base64url')
  for (let position = 0; position < bytes.length; position += 1) {
    const other = Buffer.from(bytes)
    other[position] = (other[position] as number) ^ 1
    await expect(sealer.decrypt(`${form}.${name}.${other.toString('base64url')}`)).rejects.toMatchObject({
      kind: 'journal_damaged',
    })
  }
  for (const other of ['', '1.', `${form}.${name}.`, `2.${name}.${text}`, `${form}.${name}.AAAA`])
    await expect(sealer.decrypt(other)).rejects.toMatchObject({ kind: 'journal_damaged' })
  database.close()
})
