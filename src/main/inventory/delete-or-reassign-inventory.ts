import { yieldToEventLoop, forEachChunk } from '#main/event-loop/chunked-work.ts'
import { validJsonOrNullSql } from '#main/store/parse-stored-json.ts'
import type { Database } from '#main/store/database.ts'
import { storeOldestDetailReadTime } from '#main/inventory/details/store-oldest-detail-read-time-of-domain.ts'
import { mergeSearchIndexSegments } from '#main/inventory/search-index/merge-search-index-segments.ts'

/** Deleted in one transaction, with their details. Each row of `search_entry` must be removed from the search index. */
const domainsPerChunk = 25
/** Each has up to `maxServerUsageReadings` rows of its usage. */
const serversPerChunk = 2

/** Rows deleted in one step, by the cost of a row in each table. */
const detailTables = {
  search_entry: { key: 'rowid', atOnce: 50 },
  record: { key: 'account_id, domain, id', atOnce: 1000 },
  facet: { key: 'account_id, thing, name, facet', atOnce: 500 },
  usage_reading: { key: 'account_id, server, day', atOnce: 500 },
} as const

/**
 * Deletes the inventory of an account in chunks. All but the history of the usage can be read again from the service.
 * Each domain and server is deleted together with its details. Otherwise an interruption would leave domains whose zone
 * counts as read but has no records, and the next reading would show each record as added.
 */
export async function deleteInventoryOfAccount(database: Database, accountId: string): Promise<void> {
  for (const deleteSome of [deleteSomeDomains, deleteSomeServers])
    while (database.transaction(() => deleteSome(database, accountId))) {
      await yieldToEventLoop()
      if (deleteSome === deleteSomeServers) continue
      mergeSearchIndexSegments(database)
      await yieldToEventLoop()
    }
  // Details whose domain or server is not stored.
  for (const [table, { key, atOnce }] of Object.entries(detailTables)) {
    const sql = `delete from ${table} where (${key}) in (select ${key} from ${table} where account_id = ? limit ${atOnce})`
    while (database.run(sql, accountId).changes > 0) {
      await yieldToEventLoop()
      if (table !== 'search_entry') continue
      mergeSearchIndexSegments(database)
      await yieldToEventLoop()
    }
  }
}

/** Returns whether there was a domain. */
function deleteSomeDomains(database: Database, accountId: string): boolean {
  const rows = database.all<{ name: string; entry: number | null }>(
    `select name, entry from domain where account_id = ? order by name limit ${domainsPerChunk}`,
    accountId,
  )
  const names = JSON.stringify(rows.map(({ name }) => name))
  const entries = JSON.stringify(rows.map(({ entry }) => entry))
  database.run('delete from search_entry where rowid in (select value from json_each(?))', entries)
  database.run(
    'delete from record where account_id = ? and domain in (select value from json_each(?))',
    accountId,
    names,
  )
  deleteWithDetails(database, accountId, 'domain', names)
  return rows.length > 0
}

/** Returns whether there was a server. */
function deleteSomeServers(database: Database, accountId: string): boolean {
  const rows = database.all<{ name: string }>(
    `select name from server where account_id = ? order by name limit ${serversPerChunk}`,
    accountId,
  )
  const names = JSON.stringify(rows.map(({ name }) => name))
  database.run(
    'delete from usage_reading where account_id = ? and server in (select value from json_each(?))',
    accountId,
    names,
  )
  deleteWithDetails(database, accountId, 'server', names)
  return rows.length > 0
}

/** `names`: JSON. */
function deleteWithDetails(database: Database, accountId: string, thing: 'domain' | 'server', names: string): void {
  database.run(
    `delete from facet where account_id = ? and thing = '${thing}' and name in (select value from json_each(?))`,
    accountId,
    names,
  )
  database.run(
    `delete from ${thing} where account_id = ? and name in (select value from json_each(?))`,
    accountId,
    names,
  )
}

const movedPerChunk = 50

/**
 * Moves domains and servers that the keys will not list again, with their details: those that are gone, and those
 * missing from a shrunken list. Names that the other account has are not moved. Works in chunks.
 */
export async function reassignInventoryNoLongerListed(database: Database, from: string, into: string): Promise<void> {
  for (const thing of ['domain', 'server'] as const) {
    const names = database.all<{ name: string }>(
      `select name from ${thing} where account_id = ?1 and name not in (select name from ${thing} where account_id = ?2)
         and (gone_since is not null or name in
           (select m.value from shrunken_list s join json_each(${validJsonOrNullSql('s.missing')}) m where s.account_id = ?1 and s.list = '${thing}'))`,
      from,
      into,
    )
    await forEachChunk(names, movedPerChunk, (part) =>
      database.transaction(() => {
        for (const { name } of part) {
          database.run(`update ${thing} set account_id = ? where account_id = ? and name = ?`, into, from, name)
          database.run(
            'update facet set account_id = ? where account_id = ? and thing = ? and name = ?',
            into,
            from,
            thing,
            name,
          )
          if (thing === 'server') continue
          database.run('update record set account_id = ? where account_id = ? and domain = ?', into, from, name)
          database.run(
            `update search_entry set account_id = ? where account_id = ? and kind = 'domain' and target = ?`,
            into,
            from,
            name,
          )
        }
      }),
    )
  }
}

interface ColumnsReadTogether {
  table: 'domain' | 'server'
  columns: string
  /** SQL of the time of their reading, of a row with this alias. */
  readAt: (row: string) => string
}

/**
 * The columns in which a change between two lists is detected. A memo may be set or read apart from the list, so it is
 * compared by its own time, and before the time of the list is copied.
 */
const listedColumns: readonly ColumnsReadTogether[] = [
  { table: 'domain', columns: 'status, expiry_date, read_at', readAt: (row) => `${row}.read_at` },
  {
    table: 'server',
    columns: 'memo, memo_read_at',
    readAt: (row) => `max(${row}.read_at, ifnull(${row}.memo_read_at, 0))`,
  },
  {
    table: 'server',
    columns: 'status, expiry_date, plan_id, plan_name, auto_renew, read_at',
    readAt: (row) => `${row}.read_at`,
  },
]
const copiedPerChunk = 250

/**
 * Copies the newer values of domains and servers that both accounts list. Otherwise the next list would show changes
 * again that the other account has detected already. Works in chunks.
 */
export async function copyNewerListReadings(database: Database, from: string, into: string): Promise<void> {
  for (const { table, columns, readAt } of listedColumns) {
    const rows = database.all<{ name: string; hasOtherStatus: number }>(
      `select f.name, f.status <> i.status as hasOtherStatus
       from ${table} f join ${table} i on i.account_id = ? and i.name = f.name
       where f.account_id = ? and ${readAt('f')} > ${readAt('i')} and f.gone_since is null and i.gone_since is null`,
      into,
      from,
    )
    await forEachChunk(rows, copiedPerChunk, (part) =>
      database.transaction(() => {
        for (const { name, hasOtherStatus } of part) {
          database.run(
            `update ${table} set (${columns}) = (select ${columns} from ${table} where account_id = ? and name = ?)
             where account_id = ? and name = ?`,
            from,
            name,
            into,
            name,
          )
          // The status decides which details a domain has.
          if (table === 'domain' && hasOtherStatus === 1) storeOldestDetailReadTime(database, into, name)
        }
      }),
    )
  }
}
