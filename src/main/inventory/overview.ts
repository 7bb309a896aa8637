import type { Overview } from '#shared/ipc/inventory.ts'
import { japanDate } from '#shared/japan-time.ts'
import type { Database } from '../store/database.ts'
import { attentionList } from './attention.ts'
import { countDomains } from './domain-pages.ts'
import { breathe } from '../pace/slices.ts'

const expiriesShown = 10

/** What the first page shows; taken in steps, so that no window waits for it. */
export async function takeOverview(database: Database, now: number): Promise<Overview> {
  const attention = attentionList(database, now)
  await breathe()
  const domains = countDomains(database, null)
  const totals = database.get<Overview['totals']>(
    `select (select count(*) from account) as accounts, (select count(*) from api_key) as keys, 0 as domains,
       (select count(*) from server) as servers, (select coalesce(sum(records), 0) from domain) as records,
       (select count(zone_read_at) from domain) as zonesRead, 0 as logEntries`,
  ) as Overview['totals']
  await breathe()
  const logEntries = database.get<{ n: number }>('select count(*) as n from log_entry')?.n ?? 0
  await breathe()
  return {
    attention,
    totals: { ...totals, domains: domains.total, logEntries },
    domainsByStatus: domains.byStatus,
    serversByStatus: database.all('select status, count(*) as count from server group by status order by status'),
    nextExpiries: nextExpiries(database, japanDate(now)),
    oldestSyncAt: oldestSyncAt(database),
  }
}

interface Expiry {
  kind: 'domain' | 'server'
  account_id: string
  name: string
  decoded_name: string | null
  expiry_date: string
}

function nextExpiries(database: Database, today: string): Overview['nextExpiries'] {
  const rows = database.all<Expiry>(
    `select * from (select 'domain' as kind, account_id, name, decoded_name, expiry_date from domain
       where coalesce(expiry_date, '9999-99-99') >= ? and expiry_date is not null
       order by coalesce(expiry_date, '9999-99-99'), name, account_id limit ${expiriesShown})
     union all
     select * from (select 'server' as kind, account_id, name, null as decoded_name, expiry_date from server
       where expiry_date >= ? order by expiry_date, name, account_id limit ${expiriesShown})
     order by expiry_date, name, account_id limit ${expiriesShown}`,
    today,
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

function oldestSyncAt(database: Database): number | null {
  const row = database.get<{ oldest: number | null; missing: number }>(
    `select min(r.lists_read_at) as oldest, count(*) - count(r.lists_read_at) as missing
     from account a left join sync_run r on r.account_id = a.id where a.is_paused = 0`,
  )
  return row && row.missing === 0 ? row.oldest : null
}
