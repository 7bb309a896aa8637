import {
  assertMergedAnnotationsFitLimits,
  countAnnotationsOfAccount,
  deleteAnnotationsOfAccount,
  reassignAnnotationsOfAccount,
} from '#main/annotations/delete-or-reassign-annotations.ts'
import { countDomainSnapshotsOfAccount, deleteDomainSnapshotsOfAccount } from '#main/snapshots/domain-snapshot-store.ts'
import {
  deleteLogEntries,
  deleteRequestsOfAccount,
  reassignLogEntriesOrRequests,
} from '#main/api-logs/delete-or-reassign-log-entries-and-requests.ts'
import {
  copyNewerListReadings,
  deleteInventoryOfAccount,
  reassignInventoryNoLongerListed,
} from '#main/inventory/delete-or-reassign-inventory.ts'
import { reassignServerUsageReadings } from '#main/inventory/servers/server-usage-reading-store.ts'
import type { Clock } from '#main/clock.ts'
import type { Database } from '#main/store/database.ts'
import { storeKeyRemovalTime } from '#main/store/key-removal-time-store.ts'
import { appendNumbersToDuplicateKeyLabels } from './enforce-unique-key-labels.ts'
import type { KeychainSecretStore } from './keychain-secret-store.ts'
import {
  deleteBegunMergesOfAccount,
  endBegunMerge,
  storeBegunMerge,
  storeMergedAccount,
} from '#main/store/merged-account-store.ts'
import { reassignAccountInSavedViews } from '#main/store/saved-view-store.ts'

interface RemovalDeps {
  database: Database
  keychain: KeychainSecretStore
  clock: Clock
}

/** Returns the name of the keychain item with the password of the account's proxy; an empty list if there is none. */
function proxySecretIds(database: Database, accountId: string): string[] {
  return database
    .all<{ id: string }>(
      'select proxy_secret_id as id from account where id = ? and proxy_secret_id is not null',
      accountId,
    )
    .map((row) => row.id)
}

function secretIds(database: Database, where: 'account_id' | 'id', id: string): string[] {
  return database
    .all<{ id: string }>(`select coalesce(secret_id, id) as id from api_key where ${where} = ?`, id)
    .map((row) => row.id)
}

/** Counts the local rows that belong to an account. */
export function previewAccountRemoval(database: Database, accountId: string) {
  const count = (table: string, more = '') =>
    database.get<{ n: number }>(`select count(*) as n from ${table} where account_id = ? ${more}`, accountId)?.n ?? 0
  return {
    keys: count('api_key'),
    domains: count('domain'),
    goneDomains: count('domain', 'and gone_since is not null'),
    servers: count('server'),
    goneServers: count('server', 'and gone_since is not null'),
    records: count('record'),
    logEntries: count('log_entry'),
    requests: count('request'),
    snapshots: countDomainSnapshotsOfAccount(database, accountId),
    zoneDrafts: count('zone_draft'),
    usageReadings: count('usage_reading'),
    consoleRequests: count('console_history'),
    annotations: countAnnotationsOfAccount(database, accountId),
  }
}

/**
 * Removes an account and all its local data, except its history: the entries of the change log, the detected changes
 * and the results of ended jobs stay. If the keychain is not open, throws keychain_* before anything is removed; also
 * throws what `assertNotNeeded` throws. The names of the secrets are recorded in the same transaction, so a secret that
 * cannot be deleted now is deleted later. `onPaused`: called when the account was paused, before its data are deleted.
 */
export async function removeAccount(
  { database, keychain, clock }: RemovalDeps,
  accountId: string,
  { assertNotNeeded, onPaused }: { assertNotNeeded: () => void; onPaused: () => void },
): Promise<void> {
  await keychain.assertOpen()
  // The pause prevents reads and orders for the account while it is removed.
  database.transaction(() => {
    assertNotNeeded()
    database.run('update account set is_paused = 1, has_begun_removal = 1 where id = ?', accountId)
    deleteBegunMergesOfAccount(database, accountId)
    clearListReadTimes(database, accountId)
  })
  onPaused()
  await deleteInventoryOfAccount(database, accountId)
  await deleteAnnotationsOfAccount(database, accountId)
  await deleteDomainSnapshotsOfAccount(database, accountId)
  await deleteLogEntries(database, 'account_id', accountId)
  await deleteRequestsOfAccount(database, accountId)
  database.transaction(() => {
    assertNotNeeded()
    keychain.markOrphaned([...secretIds(database, 'account_id', accountId), ...proxySecretIds(database, accountId)])
    storeKeyRemovalTime(database, clock.now())
    deleteAccountRow(database, accountId)
  })
  await keychain.deleteOrphaned()
}

/** Removes one key and its execution log. Throws like `removeAccount`. */
export async function removeKey(
  { database, keychain, clock }: RemovalDeps,
  keyId: string,
  assertNotNeeded: () => void,
): Promise<void> {
  await keychain.assertOpen()
  await deleteLogEntries(database, 'key_id', keyId)
  database.transaction(() => {
    assertNotNeeded()
    keychain.markOrphaned(secretIds(database, 'id', keyId))
    storeKeyRemovalTime(database, clock.now())
    database.run('delete from api_key where id = ?', keyId)
  })
  await keychain.deleteOrphaned()
}

/**
 * Moves keys, logs, tags, notes and unlisted rows of `from` into `into`, then removes `from` with its inventory. The
 * next sync of `into` lists this inventory again, by the moved keys. Earlier calls of `from` count against the limits
 * of `into`, because both belong to one user. Orders, snapshots, sent and detected changes, ended jobs and balance
 * refusals of `from` become those of `into`. Throws `invalid_input`, and changes nothing, if notes or tags that both
 * have for a name are too long together. Both have the same proxy; the password of `from` is deleted from the keychain.
 * The notes of `from` are added to `into`; if `from` is read-only, `into` becomes read-only. All steps can be repeated:
 * after an interruption by the end of the app, the next start merges again.
 */
export async function mergeAccounts(
  { database, keychain }: Omit<RemovalDeps, 'clock'>,
  into: string,
  from: { id: string; label: string; notes: string; is_read_only: number },
  assertNotNeeded: () => void,
): Promise<void> {
  assertMergedAnnotationsFitLimits(database, from.id, into)
  database.transaction(() => {
    storeBegunMerge(database, { from: from.id, into })
    clearListReadTimes(database, from.id)
    clearListReadTimes(database, into)
  })
  await reassignLogEntriesOrRequests(database, 'log_entry', from.id, into)
  await reassignLogEntriesOrRequests(database, 'request', from.id, into)
  await reassignInventoryNoLongerListed(database, from.id, into)
  await copyNewerListReadings(database, from.id, into)
  await reassignServerUsageReadings(database, from.id, into)
  await reassignAnnotationsOfAccount(database, from.id, into)
  await deleteInventoryOfAccount(database, from.id)
  database.transaction(() => {
    assertNotNeeded()
    database.run('update api_key set account_id = ? where account_id = ?', into, from.id)
    appendNumbersToDuplicateKeyLabels(database)
    // Rows that were logged while the chunks above were moved.
    database.run('update log_entry set account_id = ? where account_id = ?', into, from.id)
    database.run('update request set account_id = ? where account_id = ?', into, from.id)
    database.run('update console_history set account_id = ? where account_id = ?', into, from.id)
    database.run('update departure set account_id = ? where account_id = ?', into, from.id)
    database.run('update account set is_read_only = max(is_read_only, ?) where id = ?', from.is_read_only, into)
    if (from.notes.trim())
      database.run(
        `update account set notes = ltrim(notes || char(10) || char(10), char(10)) || ? where id = ?`,
        `${from.label}: ${from.notes}`,
        into,
      )
    reassignBalanceRefusal(database, from.id, into)
    copyNewerPriceAndPlanLists(database, from.id, into)
    // If both accounts have a draft of one zone, the draft of the remaining account is kept.
    database.run('update or ignore zone_draft set account_id = ? where account_id = ?', into, from.id)
    reassignAccountInSavedViews(database, from.id, into)
    keychain.markOrphaned(proxySecretIds(database, from.id))
    storeMergedAccount(database, from.id, into)
    endBegunMerge(database, { from: from.id, into })
    deleteAccountRow(database, from.id)
  })
}

/** Of two refusals, the newer one is kept. */
function reassignBalanceRefusal(database: Database, from: string, into: string): void {
  database.run(
    `insert into balance_refusal (account_id, at, yen) select ?, at, yen from balance_refusal where account_id = ?
     on conflict (account_id) do update set at = excluded.at, yen = excluded.yen where excluded.at > at`,
    into,
    from,
  )
}

/** One user has one price list, so the newer reading of both accounts is kept. */
function copyNewerPriceAndPlanLists(database: Database, from: string, into: string): void {
  database.run(
    `insert into offer (account_id, list, data, read_at) select ?, list, data, read_at from offer where account_id = ?
     on conflict (account_id, list) do update set data = excluded.data, read_at = excluded.read_at
     where excluded.read_at > read_at`,
    into,
    from,
  )
}

/** Must run first: if the app ends during the removal or merge, the account must not count as completely read. */
function clearListReadTimes(database: Database, accountId: string): void {
  database.run(
    'update sync_run set lists_read_at = null, domains_read_at = null, servers_read_at = null where account_id = ?',
    accountId,
  )
}

function deleteAccountRow(database: Database, accountId: string): void {
  database.run('delete from departure where account_id = ?', accountId)
  database.run('delete from learnt_limit where account_id = ?', accountId)
  database.run('delete from requested_wait where account_id = ?', accountId)
  database.run('delete from account where id = ?', accountId)
}
