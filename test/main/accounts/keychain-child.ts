import { createInterface } from 'node:readline'
import { toWireError } from '#shared/errors.ts'
import { createKeychain } from '#main/accounts/keychain.ts'
import { createKeytarStore } from '#main/accounts/keytar-store.ts'
import { systemClock } from '#main/clock.ts'
import { openDatabase } from '#main/store/database.ts'

/**
 * A process that uses the keychain of its environment: keytar takes the bus of the process it runs in. Each line in is
 * `[function, ...arguments]`, each line out what it answered.
 */
const [path = '', service = '', timeoutMs = '5000'] = process.argv.slice(2)
const database = openDatabase(path)
const store = createKeytarStore({ service })
const keychain = createKeychain({ store, database, clock: systemClock, newId: () => crypto.randomUUID(), timeoutMs: Number(timeoutMs) })

const functions: Record<string, (...args: never[]) => unknown> = {
  ...keychain,
  raw: (id: string) => store.get(id),
  leftovers: () => database.get(`select value from setting where name = 'keychain_leftovers'`),
  /** A key of an account as the accounts keep it, so that the index has an entry. */
  index(id: string) {
    database.run(`insert or ignore into account (id, label, colour, base_url, added_at) values ('a', 'a', 'blue', 'http://127.0.0.1', 0)`)
    database.run(`insert into api_key (id, account_id, label, state, added_at) values (?, 'a', 'k', 'working', 0)`, id)
    keychain.keep([id])
  },
}

for await (const line of createInterface({ input: process.stdin })) {
  const [name, ...args] = JSON.parse(line) as [string, ...never[]]
  void answer(name, args)
}
process.exit(0)

async function answer(name: string, args: never[]): Promise<void> {
  try {
    const value = await functions[name]?.(...args)
    console.log(JSON.stringify({ value: value ?? null }))
  } catch (error) {
    const { kind, details } = toWireError(error)
    console.log(JSON.stringify({ kind, details }))
  }
}
