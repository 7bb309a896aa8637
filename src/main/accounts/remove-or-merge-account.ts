import type { Database } from '#main/store/database.ts'
import { deleteInventory, deleteLogs, moveUnlistedInventory, moveLogs } from './delete-or-move-account-rows.ts'
import { numberDuplicateKeyLabels } from './key-labels.ts'
import type { Keychain } from './keychain.ts'

interface RemovalDeps {
  database: Database
  keychain: Keychain
}

function secretIds(database: Database, where: 'account_id' | 'id', id: string): string[] {
  return database.all<{ id: string }>(`select coalesce(secret_id, id) as id from api_key where ${where} = ?`, id).map((row) => row.id)
}

/** How many things here belong to an account. */
export function previewRemoval(database: Database, accountId: string) {
  const count = (table: string) => database.get<{ n: number }>(`select count(*) as n from ${table} where account_id = ?`, accountId)?.n ?? 0
  return { keys: count('api_key'), domains: count('domain'), servers: count('server'), records: count('record'), logEntries: count('log_entry'), requests: count('request') }
}

/**
 * Removes an account with everything here that belongs to it. Throws keychain_* before anything is removed when the keychain
 * cannot delete, and what `assertFree` throws. The secrets' names are noted with the removal of the rows, so that a secret whose deleting fails is deleted later.
 */
export async function removeAccount({ database, keychain }: RemovalDeps, accountId: string, assertFree: () => void): Promise<void> {
  await keychain.assertOpen()
  // Nothing is read for it, and nothing bought, any more while it goes.
  database.transaction(() => {
    assertFree()
    database.run('update account set is_paused = 1 where id = ?', accountId)
    clearListReadTimes(database, accountId)
  })
  await deleteInventory(database, accountId)
  await deleteLogs(database, 'log_entry', 'account_id', accountId)
  await deleteLogs(database, 'request', 'account_id', accountId)
  database.transaction(() => {
    assertFree()
    keychain.markOrphaned(secretIds(database, 'account_id', accountId))
    deleteAccountRow(database, accountId)
  })
  await keychain.deleteOrphaned()
}

/** Removes one key and its execution log. Throws as `confirmAccountRemoval`. */
export async function removeKey({ database, keychain }: RemovalDeps, keyId: string, assertFree: () => void): Promise<void> {
  await keychain.assertOpen()
  await deleteLogs(database, 'log_entry', 'key_id', keyId)
  database.transaction(() => {
    assertFree()
    keychain.markOrphaned(secretIds(database, 'id', keyId))
    database.run('delete from api_key where id = ?', keyId)
  })
  await keychain.deleteOrphaned()
}

/**
 * Moves keys, logs and what no list shows any more of `from` into `into`, and removes `from` with its inventory, which the keys show again in `into`. Calls already made
 * count for `into`: both were one user's. What made one of them read-only, or was noted for it, holds for both.
 */
export async function mergeAccounts(database: Database, into: string, from: { id: string; label: string; notes: string; is_read_only: number }, assertFree: () => void): Promise<void> {
  database.transaction(() => {
    clearListReadTimes(database, from.id)
    clearListReadTimes(database, into)
  })
  await moveLogs(database, 'log_entry', from.id, into)
  await moveLogs(database, 'request', from.id, into)
  await moveUnlistedInventory(database, from.id, into)
  await deleteInventory(database, from.id)
  database.transaction(() => {
    assertFree()
    database.run('update api_key set account_id = ? where account_id = ?', into, from.id)
    numberDuplicateKeyLabels(database)
    // What was logged while the rows above went.
    database.run('update log_entry set account_id = ? where account_id = ?', into, from.id)
    database.run('update request set account_id = ? where account_id = ?', into, from.id)
    database.run('update departure set account_id = ? where account_id = ?', into, from.id)
    database.run('update account set is_read_only = max(is_read_only, ?) where id = ?', from.is_read_only, into)
    if (from.notes.trim()) database.run(`update account set notes = ltrim(notes || char(10) || char(10), char(10)) || ? where id = ?`, `${from.label}: ${from.notes}`, into)
    deleteAccountRow(database, from.id)
  })
}

/** First of all: what is cut off in its middle is no account that was read whole. */
function clearListReadTimes(database: Database, accountId: string): void {
  database.run('update sync_run set lists_read_at = null, domains_read_at = null, servers_read_at = null where account_id = ?', accountId)
}

function deleteAccountRow(database: Database, accountId: string): void {
  database.run('delete from departure where account_id = ?', accountId)
  database.run('delete from learnt_limit where account_id = ?', accountId)
  database.run('delete from account where id = ?', accountId)
}
