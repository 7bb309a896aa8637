import { AppError } from '#shared/errors.ts'
import { inputIssue } from '#shared/input-issues.ts'
import type { Clock } from '#main/clock.ts'
import type { Database } from '#main/store/database.ts'
import { boundSecretName, encodeBoundSecret } from './bound-secret.ts'
import { assertLabelFree } from './key-labels.ts'
import type { Keychain } from './keychain.ts'
import { assertNotStored, givenTwice } from './try-key.ts'
import type { Ticket, Tickets } from './tickets.ts'

export interface NewKey {
  ticket: string
  label: string
}

export interface StoreKeysDeps {
  database: Database
  keychain: Keychain
  clock: Clock
  newId: () => string
  tickets: Tickets
}

/** Stores tried keys: secrets first, then `writeRows` and the keys' rows in one transaction. All of it happens, or none. */
export function createStoreKeys({ database, keychain, clock, newId, tickets }: StoreKeysDeps) {
  /** Puts the secrets under new names, runs `writeRows` with them, and takes the secrets back if anything fails. The tickets stay then. Answers the trials of the keys. */
  async function storeSecrets(ticketIds: readonly string[], baseUrl: string, writeRows: (found: { ticket: Ticket; secretId: string }[]) => void): Promise<string[]> {
    const found = ticketIds.map((id) => ({ ticket: tickets.get(id), secretId: boundSecretName(newId()) }))
    const secrets = found.map(({ ticket }) => ticket.secret)
    if (new Set(secrets).size < secrets.length) throw givenTwice()
    for (const { ticket } of found) {
      if (ticket.baseUrl !== baseUrl) throw new AppError('invalid_input', 'The key was tried at another address', { details: { issues: [inputIssue('baseUrl', 'testedElsewhere', 'Try the key at this address')] } })
      await assertNotStored({ database, keychain }, baseUrl, ticket.secret)
    }
    const put: string[] = []
    try {
      for (const { ticket, secretId } of found) {
        await keychain.put(secretId, encodeBoundSecret(ticket.secret, baseUrl))
        put.push(secretId)
      }
      database.transaction(() => {
        // Pressed twice: the first took them.
        ticketIds.forEach(tickets.get)
        writeRows(found)
        keychain.keep(put)
      })
    } catch (error) {
      keychain.drop(put)
      void keychain.sweep()
      throw error
    }
    tickets.discard(ticketIds)
    return found.map(({ ticket }) => ticket.trial)
  }

  function insertKey(accountId: string, label: string, { me, expiresAt, triedAt }: Ticket, secretId: string): void {
    assertLabelFree(database, accountId, label)
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
    /** Adds keys to the account whose row exists or is written by `writeAccount`. Answers the trials of the keys. */
    addKeys: (accountId: string, baseUrl: string, keys: readonly NewKey[], writeAccount: () => void = () => {}): Promise<string[]> =>
      storeSecrets(
        keys.map(({ ticket }) => ticket),
        baseUrl,
        (found) => {
          writeAccount()
          for (const [index, { ticket, secretId }] of found.entries()) insertKey(accountId, keys[index]?.label ?? '', ticket, secretId)
        },
      ),

    /** The old secret stays in the keychain until the row points to the new one. `assertFree` is asked at that very moment. */
    async replaceKey(key: { id: string; baseUrl: string }, ticketId: string, assertFree: () => void): Promise<string[]> {
      const trials = await storeSecrets([ticketId], key.baseUrl, ([found]) => {
        if (!found) return
        assertFree()
        const before = database.get<{ secretId: string }>('select coalesce(secret_id, id) as secretId from api_key where id = ?', key.id)
        if (!before) throw new AppError('not_found', 'There is no such key', { details: { what: 'key' } })
        const { me, expiresAt, triedAt } = found.ticket
        database.run(
          `update api_key set secret_id = ?, state = 'working', error = null, me = ?, expires_at = ?, checked_at = ? where id = ?`,
          found.secretId,
          JSON.stringify(me),
          expiresAt,
          triedAt,
          key.id,
        )
        keychain.drop([before.secretId])
      })
      await keychain.sweep()
      return trials
    },
  }
}
export type StoreKeys = ReturnType<typeof createStoreKeys>
