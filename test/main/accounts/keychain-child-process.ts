import { createKeychainSecretStore } from '#main/accounts/keychain-secret-store.ts'
import { createKeytarOsKeychain } from '#main/accounts/keytar-os-keychain.ts'
import { systemClock } from '#main/clock.ts'
import { openDatabase } from '#main/store/database.ts'
import { serveLineRpc } from './line-rpc-server.ts'

/**
 * Serves a keychain over standard input and output, with a separate database. The environment variables of the
 * process decide which system keychain is used.
 */
const [path = '', service = '', timeoutMs = '5000'] = process.argv.slice(2)
const database = openDatabase(path)
const store = createKeytarOsKeychain({ service })
const keychain = createKeychainSecretStore({
  store,
  database,
  clock: systemClock,
  newId: () => crypto.randomUUID(),
  timeoutMs: Number(timeoutMs),
})

await serveLineRpc({
  ...keychain,
  raw: (id: string) => store.get(id),
  leftovers: () => database.get(`select value from setting where name = 'keychain_leftovers'`),
  /** Stores a key row like the accounts do, so that the secret counts as used. */
  index(id: string) {
    database.run(
      `insert or ignore into account (id, label, colour, base_url, added_at) values ('a', 'a', 'blue', 'http://127.0.0.1', 0)`,
    )
    database.run(`insert into api_key (id, account_id, label, state, added_at) values (?, 'a', 'k', 'working', 0)`, id)
    keychain.markUsed([id])
  },
})
