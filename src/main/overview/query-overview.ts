import { domainFilterSchema, serverFilterSchema, type Overview } from '#shared/ipc/inventory.ts'
import { formatJapanDate } from '#shared/japan-time.ts'
import type { Database } from '#main/store/database.ts'
import { queryAttentionItems } from './query-attention-items.ts'
import { countDomainsByStatus } from '#main/inventory/domains/query-domains.ts'
import { countServersByStatus } from '#main/inventory/servers/query-servers.ts'
import { yieldToEventLoop } from '#main/event-loop/chunked-work.ts'

const maxExpiries = 10

/**
 * The contents of the first page. `accountIds` null: all accounts. Queried in steps, so that no step blocks the event
 * loop for long.
 */
export async function queryOverview(database: Database, accountIds: string[] | null, now: number): Promise<Overview> {
  const accountIdsParam = toAccountIdsParam(accountIds)
  // Counted in one turn of the event loop. If a sync changed rows between the counts, the overview would show different
  // numbers for the same rows.
  const attention = queryAttentionItems(database, accountIds, now)
  const servers = countServersByStatus(database, serverFilterSchema.parse({ accountIds }), now)
  const domains = await countDomainsByStatus(database, domainFilterSchema.parse({ accountIds }), now)
  await yieldToEventLoop()
  const rest = database.get<{ accounts: number; keys: number; records: number; zonesRead: number }>(
    `select (select count(*) from account where ${inAccountsSql('id')}) as accounts,
       (select count(*) from api_key where ${inAccountsSql('account_id')}) as keys,
       coalesce(sum(records), 0) as records, count(zone_read_at) as zonesRead from domain where gone_since is null and ${inAccountsSql('account_id')}`,
    accountIdsParam,
  ) as { accounts: number; keys: number; records: number; zonesRead: number }
  await yieldToEventLoop()
  const logEntries = countLogEntries(database, accountIdsParam)
  await yieldToEventLoop()
  return {
    attention,
    totals: { ...rest, domains: domains.total, servers: servers.total, logEntries },
    domainsByStatus: domains.byStatus,
    serversByStatus: servers.byStatus,
    nextExpiries: queryNextExpiries(database, accountIdsParam, formatJapanDate(now)),
    oldestSyncAt: queryOldestSyncAt(database, accountIdsParam),
  }
}

/** SQL condition on a column of account ids. The statement's first parameter has to be `toAccountIdsParam(accountIds)`. */
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

function queryOldestSyncAt(database: Database, accountIdsParam: string | null): number | null {
  const row = database.get<{ oldest: number | null; missing: number }>(
    `select min(r.lists_read_at) as oldest, count(*) - count(r.lists_read_at) as missing
     from account a left join sync_run r on r.account_id = a.id where a.is_paused = 0 and ${inAccountsSql('a.id')}`,
    accountIdsParam,
  )
  return row && row.missing === 0 ? row.oldest : null
}
