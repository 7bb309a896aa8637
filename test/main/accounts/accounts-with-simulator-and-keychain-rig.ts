import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { dayMs } from '#shared/durations.ts'
import type { Account } from '#shared/ipc/accounts.ts'
import { formatJapanTime } from '#shared/japan-time.ts'
import { storeSearchEntries } from '#main/inventory/search-index/store-search-entries.ts'
import type { Database } from '#main/store/database.ts'
import { startSimulator } from '#simulator/start-simulator.ts'
import { startAccountsWithRealKeychain } from './start-accounts-with-real-keychain.ts'

export const tokens = {
  full: 'token-of-the-full-key',
  read: 'token-of-the-read-key',
  other: 'token-of-another-user',
  local: 'token-for-one-address',
  old: 'token-that-expired',
}

export const readKeyExpiry = formatJapanTime(Date.now() + 5 * dayMs)
export const domainNames = ['one.example', 'two.example', 'three.example']

const world = {
  users: [
    {
      name: 'user',
      keys: [
        { token: tokens.full },
        {
          token: tokens.read,
          expires_at: readKeyExpiry,
          services: {
            domain: { permission_type: 'read' as const, target_mode: 'selected' as const, targets: ['two.example'] },
          },
        },
        { token: tokens.local, ip_allow: ['192.0.2.1'] },
        { token: tokens.old, expires_at: '2020-01-01 00:00:00' },
      ],
      domains: domainNames.map((domain_name) => ({ domain_name })),
      servers: [{ server_id: 'banto1' }],
    },
    { name: 'other', keys: [{ token: tokens.other }], domains: [{ domain_name: 'other.example' }] },
  ],
}

/**
 * Accounts on a simulator for one test, with a database file in a temporary folder and separate items in the keychain.
 */
export async function startAccountsRig() {
  const dir = mkdtempSync(join(tmpdir(), 'accounts-test-'))
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
  const simulator = await startSimulator({ world })
  onTestFinished(() => simulator.close())
  const databaseFile = join(dir, 'banto.sqlite')
  /** The payloads of the event `accounts.changed`, oldest first. */
  const events: Account[][] = []
  let app = startAccountsWithRealKeychain(databaseFile, `Banto test ${crypto.randomUUID()}`, (name, payload) => {
    if (name === 'accounts.changed') events.push(payload as Account[])
  })
  onTestFinished(() => app.close())

  /** Closes the accounts and starts them again on the same database and keychain items. */
  async function restart() {
    await app.close()
    app = startAccountsWithRealKeychain(databaseFile, app.service)
    return app
  }

  const tryKey = (secret: string, more: { accountId?: string; baseUrl?: string; otherPendingKeyIds?: string[] } = {}) =>
    app.accounts.tryKey({
      baseUrl: simulator.url,
      secret,
      accountId: null,
      otherPendingKeyIds: [],
      pendingProxyId: null,
      ...more,
    })

  async function add(label: string, ...secrets: string[]): Promise<Account> {
    const keys = []
    for (const [index, secret] of secrets.entries())
      keys.push({ pendingKeyId: (await tryKey(secret)).pendingKeyId, label: `${label} ${index}` })
    return app.accounts.add({
      label,
      colour: 'blue',
      folder: '',
      notes: '',
      baseUrl: simulator.url,
      keys,
      pendingProxyId: null,
    })
  }

  const secretIds = () =>
    app.database
      .all<{ secret_id: string }>('select secret_id from api_key order by added_at, rowid')
      .map(({ secret_id }) => secret_id)
  const itemOf = (token: string) => `banto-key 1\n${simulator.url}\n${token}`
  const stored = () => Promise.all(secretIds().map((id) => app.store.get(id)))

  return {
    app,
    simulator,
    dir,
    events,
    restart,
    tryKey,
    add,
    /** The names of the keychain items of all keys, oldest first. */
    secretIds,
    /** The text of the keychain item for a token. */
    itemOf,
    /** The texts of the keychain items of all keys, oldest first. */
    stored,
    insertInventoryRows: (accountId: string, domains: string[], servers?: string[]) =>
      insertInventoryRows(app.database, accountId, domains, servers),
    showLog: (account: Account, index?: number) => showLog(app.database, account, index),
  }
}

export const keyId = (account: Account, index = 0) => account.keys[index]?.id ?? ''

/** Writes rows like those of a sync. */
function insertInventoryRows(database: Database, accountId: string, domains: string[], servers: string[] = []): void {
  for (const name of domains) {
    database.run(`insert into domain (account_id, name, status, read_at) values (?, ?, 'active', 0)`, accountId, name)
    database.run(
      `insert into record (account_id, domain, id, type, host, content, ttl, priority) values (?, ?, 1, 'A', '@', '192.0.2.1', 3600, 0)`,
      accountId,
      name,
    )
  }
  database.transaction(() =>
    storeSearchEntries(
      database,
      accountId,
      domains.map((domain) => ({ domain, title: domain })),
    ),
  )
  for (const name of servers)
    database.run(`insert into server (account_id, name, status, read_at) values (?, ?, 'active', 0)`, accountId, name)
  database.run(
    `insert or replace into sync_run (account_id, state, started_at, lists_read_at, domains_read_at, servers_read_at)
     values (?1, 'idle', 0, ?2, ?2, ?2)`,
    accountId,
    Date.now(),
  )
}

/** Writes an execution log entry of a key. */
function showLog(database: Database, account: Account, index = 0): void {
  database.run(
    `insert into log_entry (key_id, account_id, at, method, path, status_code) values (?, ?, 0, 'GET', '/v1/me', 200)`,
    keyId(account, index),
    account.id,
  )
}
