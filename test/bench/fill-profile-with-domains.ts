import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { dayMs, minuteMs } from '#shared/durations.ts'
import { logRetentionDays } from '#shared/api/service-limits.ts'
import { systemClock } from '#main/clock.ts'
import { inventoryQueriesForQueryThread } from '#main/inventory/inventory-queries-for-query-thread.ts'
import { bindReadOnlyQueriesToConnection } from '#main/store/bind-read-only-queries.ts'
import { createInventoryStore, type InventoryStore } from '#main/inventory/inventory-store.ts'
import { createSyncRunStore } from '#main/inventory/sync/sync-run-store.ts'
import { storeLogPage } from '#main/api-logs/execution-log-store.ts'
import { openDatabase, type Database } from '#main/store/database.ts'
import { executionLogFilterSchema } from '#shared/ipc/api-logs.ts'
import type { WorldFile } from '#simulator/world-file-schema-and-parser.ts'
import { generateWorld } from '#simulator/worlds/generate-world.ts'

type User = NonNullable<WorldFile['users']>[number]

export interface ProfileSize {
  accounts: number
  domainsOfEach: number
  /** With records, the details of each domain are stored, too: name servers, Whois and lock. */
  recordsOfEach: number
  servers: number
  logEntries: number
}

export interface FilledProfile {
  folder: string
  databasePath: string
  domains: number
  remove(): void
}

/** Only the lists: 50 accounts of 1,000 domains each. */
const listsOnly: ProfileSize = { accounts: 50, domainsOfEach: 1000, recordsOfEach: 0, servers: 0, logEntries: 0 }

/**
 * Creates a profile through the code that stores what the app reads, so that no call is needed. Its accounts are
 * paused. `template`: a folder that keeps the filled database, from which later profiles of the same size are copied.
 */
export async function fillProfile(size: ProfileSize = listsOnly, template?: string): Promise<FilledProfile> {
  const folder = mkdtempSync(join(tmpdir(), 'banto-bench-'))
  const databasePath = join(folder, 'banto.db')
  if (template === undefined) await fillDatabase(databasePath, size)
  else {
    const templatePath = join(template, 'banto.db')
    mkdirSync(template, { recursive: true })
    if (!existsSync(templatePath)) await fillDatabase(templatePath, size)
    copyFileSync(templatePath, databasePath)
  }
  return {
    folder,
    databasePath,
    domains: size.accounts * size.domainsOfEach,
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

async function fillDatabase(databasePath: string, size: ProfileSize): Promise<void> {
  const database = openDatabase(databasePath)
  const now = Date.now()
  const { users = [] } = generateWorld({
    now,
    users: size.accounts,
    domains: size.domainsOfEach,
    servers: Math.ceil(size.servers / size.accounts),
    records: size.recordsOfEach,
  })
  const accounts = users.map((user, index) => ({ accountId: `account-${index}`, keyId: `key-${index}`, user }))
  for (const { accountId, keyId, user } of accounts) {
    database.run(
      'insert into account (id, label, colour, base_url, added_at, is_paused) values (?, ?, ?, ?, ?, 1)',
      accountId,
      user.name ?? accountId,
      'slate',
      'http://127.0.0.1:9/',
      now,
    )
    database.run(
      `insert into api_key (id, account_id, label, state, added_at) values (?, ?, 'main', 'working', ?)`,
      keyId,
      accountId,
      now,
    )
  }
  await storeWorldAsIfSynced(database, accounts, size, now)
  database.close()
}

/** Stores what a complete sync of these accounts would read, and the entries of their execution logs. */
export async function storeWorldAsIfSynced(
  database: Database,
  accounts: readonly { accountId: string; keyId: string; user: User }[],
  size: Omit<ProfileSize, 'accounts' | 'domainsOfEach'>,
  now: number,
): Promise<void> {
  const inventory = createInventoryStore({
    database,
    queries: bindReadOnlyQueriesToConnection(database, inventoryQueriesForQueryThread),
    clock: systemClock,
    emit: () => undefined,
  })
  for (const [index, { accountId, keyId, user }] of accounts.entries()) {
    // The accounts were read one after the other.
    await storeLists(inventory, accountId, user, now - index * minuteMs)
    storeEndedSync(database, accountId, now)
    if (size.recordsOfEach > 0) database.transaction(() => storeDetails(inventory, accountId, user, now))
    database.transaction(() =>
      storeLogEntries(database, { accountId, keyId }, user, Math.ceil(size.logEntries / accounts.length), now),
    )
  }
}

function storeEndedSync(database: Database, accountId: string, at: number): void {
  const runs = createSyncRunStore(database)
  runs.begin(accountId, at)
  for (const list of ['domain', 'server'] as const) runs.recordListRead(accountId, list, at)
  runs.end(accountId, 'idle', at)
}

async function storeLists(inventory: InventoryStore, accountId: string, user: User, now: number): Promise<void> {
  const items = (user.domains ?? []).map(({ domain_name, status, expiry_date }) => ({
    domain_name,
    status: status ?? 'active',
    expiry_date: expiry_date ?? null,
  }))
  await inventory.storeListedDomains(accountId, items, now, { requestedAt: now, scopes: ['all'] })
  const servers = (user.servers ?? []).map(({ server_id }, index) => ({
    server_id: server_id as string,
    servername: `${server_id}.simulator.example`,
    plan_id: 'business',
    plan_name: 'Business',
    status: 'active',
    expiry_date: '2027-03-31',
    auto_renew: index % 2 === 0,
    memo: `本番 ${index} rack`,
  }))
  if (servers.length > 0)
    await inventory.storeListedServers(accountId, servers, now, { requestedAt: now, scopes: ['all'] })
}

function storeDetails(inventory: InventoryStore, accountId: string, user: User, now: number): void {
  for (const [index, { domain_name: name, records = [], nameservers }] of (user.domains ?? []).entries()) {
    inventory.storeZone(
      accountId,
      name,
      records.map((record, place) => ({
        ...record,
        id: place + 1,
        ttl: record.ttl ?? 3600,
        priority: record.priority ?? 0,
      })),
      now,
    )
    const hosts = nameservers ?? (index % 12 === 0 ? ['ns1.elsewhere.example'] : ['ns1.simulator.example'])
    inventory.saveDetail(accountId, 'domain', name, 'nameservers', { nameservers: hosts }, now)
    inventory.saveDetail(accountId, 'domain', name, 'lock', { locked: index % 3 !== 0 }, now)
    inventory.saveDetail(accountId, 'domain', name, 'whois', { whois_privacy: index % 5 !== 0 }, now)
  }
}

const logEntriesPerPage = 1000
const allLogs = executionLogFilterSchema.parse({ accountIds: null })

/** Spread evenly over the time for which the service keeps entries, newest first, in pages. */
function storeLogEntries(
  database: Database,
  key: { accountId: string; keyId: string },
  { domains = [] }: User,
  count: number,
  now: number,
): void {
  const stepMs = ((logRetentionDays - 1) * dayMs) / Math.max(1, count)
  for (let from = 0; from < count; from += logEntriesPerPage) {
    const entries = Array.from({ length: Math.min(logEntriesPerPage, count - from) }, (_, offset) => {
      const index = from + offset
      return {
        at: Math.floor((now - index * stepMs) / 1000) * 1000,
        method: index % 9 === 0 ? 'POST' : 'GET',
        path: `/v1/domain/${domains[index % domains.length]?.domain_name ?? 'none.example'}/dns`,
        statusCode: index % 50 === 0 ? 404 : 200,
        responseTimeMs: 20 + (index % 300),
        ipAddress: '192.0.2.7',
      }
    })
    storeLogPage(database, key, allLogs, { entries, boundaryEntries: [], hasMore: from + logEntriesPerPage < count })
  }
}
