import { serverFilterSchema } from '#shared/ipc/inventory.ts'
import type { Overview } from '#shared/ipc/overview-and-attention-item-schemas.ts'
import { formatJapanDate } from '#shared/japan-time.ts'
import type { ServiceResponsiveness } from '#shared/ipc/sync.ts'
import { createAccountQueries } from '#main/accounts/account-queries.ts'
import type { Database } from '#main/store/database.ts'
import { countDomainsByExpiryMonth } from './count-domains-by-expiry-month.ts'
import { queryAttentionItems } from './query-attention-items.ts'
import { countListedDomainsByStatus, queryDomainTlds } from '#main/inventory/domains/query-domains.ts'
import { countServersByStatus } from '#main/inventory/servers/query-servers.ts'
import { yieldToEventLoop } from '#main/event-loop/chunked-work.ts'

const maxExpiries = 10

export interface OverviewQuery {
  /** Null: all accounts. */
  accountIds: string[] | null
  /** For each account with a running sync: whether the service answers its calls. Key: account ID. */
  responsivenessByAccount: Record<string, ServiceResponsiveness>
  now: number
}

/**
 * Queries the contents of the first page. All its numbers are read at the same moment. Otherwise a sync could change
 * rows between two queries, and the page would show different numbers for the same rows.
 */
export async function queryOverview(
  database: Database,
  { accountIds, responsivenessByAccount, now }: OverviewQuery,
): Promise<Overview> {
  const accountIdsParam = toAccountIdsParam(accountIds)
  const overview = database.readTransaction(() =>
    queryCurrentOverview(database, accountIds, responsivenessByAccount, now),
  )
  // The log entries are counted after a yield, because the log may be long. No other number of the page has to match
  // this count.
  await yieldToEventLoop()
  return { ...overview, totals: { ...overview.totals, logEntries: countLogEntries(database, accountIdsParam) } }
}

function queryCurrentOverview(
  database: Database,
  accountIds: string[] | null,
  responsivenessByAccount: Record<string, ServiceResponsiveness>,
  now: number,
): Overview {
  const accountIdsParam = toAccountIdsParam(accountIds)
  const accountQueries = createAccountQueries({
    database,
    clock: { now: () => now },
    responsiveness: (accountId) => responsivenessByAccount[accountId] ?? 'answering',
    // Each account that is marked as removed counts as still in removal, so that no removal is shown as interrupted.
    isBeingRemoved: () => true,
  })
  const accounts = accountQueries.list().filter(({ id }) => accountIds === null || accountIds.includes(id))
  const servers = countServersByStatus(database, serverFilterSchema.parse({ accountIds }), now)
  const domainsByStatus = countListedDomainsByStatus(database, accountIds, now)
  return {
    attention: queryAttentionItems(database, accountIds, Object.keys(responsivenessByAccount), now),
    accounts,
    totals: {
      ...countRecords(database, accountIdsParam),
      accounts: accounts.length,
      keys: accounts.reduce((sum, { keys }) => sum + keys.length, 0),
      domains: domainsByStatus.reduce((sum, { count }) => sum + count, 0),
      servers: servers.total,
      logEntries: 0,
    },
    domainsByStatus,
    domainsByTld: queryDomainTlds(database, accountIds, now),
    domainExpiries: countDomainsByExpiryMonth(database, accountIdsParam, formatJapanDate(now)),
    serversByStatus: servers.byStatus,
    nextExpiries: queryNextExpiries(database, accountIdsParam, formatJapanDate(now)),
    oldestDomainListReadAt: queryOldestDomainListReadAt(database, accountIdsParam),
  }
}

function countRecords(
  database: Database,
  accountIdsParam: string | null,
): Pick<Overview['totals'], 'records' | 'zonesRead'> {
  const sql = `select coalesce(sum(records), 0) as records, count(zone_read_at) as zonesRead
    from domain where gone_since is null and ${inAccountsSql('account_id')}`
  return database.get<{ records: number; zonesRead: number }>(sql, accountIdsParam) ?? { records: 0, zonesRead: 0 }
}

/**
 * SQL condition on a column of account ids. The statement's first parameter has to be `toAccountIdsParam(accountIds)`.
 */
function inAccountsSql(column: string): string {
  return `(?1 is null or ${column} in (select value from json_each(?1)))`
}

function toAccountIdsParam(accountIds: string[] | null): string | null {
  return accountIds && JSON.stringify(accountIds)
}

/** Selects by key, because the index of the log entries is by key. */
function countLogEntries(database: Database, accountIdsParam: string | null): number {
  if (accountIdsParam === null) return database.get<{ n: number }>('select count(*) as n from log_entry')?.n ?? 0
  const sql = `select count(*) as n from log_entry where key_id in (select id from api_key where ${inAccountsSql('account_id')})`
  return database.get<{ n: number }>(sql, accountIdsParam)?.n ?? 0
}

interface Expiry {
  kind: 'domain' | 'server'
  account_id: string
  name: string
  decoded_name: string | null
  expiry_date: string
}

function queryNextExpiries(
  database: Database,
  accountIdsParam: string | null,
  today: string,
): Overview['nextExpiries'] {
  const rows = database.all<Expiry>(
    `select * from (select 'domain' as kind, account_id, name, decoded_name, expiry_date from domain
       where coalesce(expiry_date, '9999-99-99') >= ?2 and expiry_date is not null and status = 'active' and gone_since is null and ${inAccountsSql('account_id')}
       order by coalesce(expiry_date, '9999-99-99'), name, account_id limit ${maxExpiries})
     union all
     select * from (select 'server' as kind, account_id, name, null as decoded_name, expiry_date from server
       where expiry_date >= ?2 and gone_since is null and ${inAccountsSql('account_id')} order by expiry_date, name, account_id limit ${maxExpiries})
     order by expiry_date, name, account_id limit ${maxExpiries}`,
    accountIdsParam,
    today,
  )
  return rows.map(({ kind, account_id, name, decoded_name, expiry_date }) => ({
    kind,
    accountId: account_id,
    name,
    decodedName: decoded_name,
    expiryDate: expiry_date,
  }))
}

/** Includes paused accounts, because their domains are counted too. */
function queryOldestDomainListReadAt(database: Database, accountIdsParam: string | null): number | null {
  const row = database.get<{ oldest: number | null; missing: number }>(
    `select min(r.domains_read_at) as oldest, count(*) - count(r.domains_read_at) as missing
     from account a left join sync_run r on r.account_id = a.id where ${inAccountsSql('a.id')}`,
    accountIdsParam,
  )
  return row && row.missing === 0 ? row.oldest : null
}
