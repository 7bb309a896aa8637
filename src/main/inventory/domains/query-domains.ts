import { compareLabels } from '#shared/compare-labels.ts'
import {
  domainFilterSchema,
  goneStatus,
  type DomainFilter,
  type DomainRow,
  type domainSortKeys,
  type StatusCounts,
} from '#shared/ipc/inventory.ts'
import type { PageOf } from '#shared/ipc/common-schemas.ts'
import { yieldToEventLoop, forEachChunk } from '#main/event-loop/chunked-work.ts'
import { parseTags } from '#main/annotations/annotation-rows.ts'
import type { Database, SqlParam } from '#main/store/database.ts'
import { notGoneCondition, buildDomainConditions, type DomainConditions } from './domain-filter-sql.ts'
import { createSearchMatchFinder } from './find-search-match.ts'

export type DomainSort = (typeof domainSortKeys)[number]

export interface DomainQuery {
  filter: DomainFilter
  sort: DomainSort
  isDescending: boolean
  offset: number
  limit: number
}

interface DomainKey {
  account_id: string
  name: string
}

export interface ExpiringDomainsQuery {
  accountIds: string[] | null
  days: number
  limit: number
}

/** Up to this many matches, the matching domains are sorted. Above it, the sort order's index is scanned until the page is full. */
const maxMatchesToSort = 2000

/** One page of the domains of all accounts. The order is total: ties are ordered by name, then account. */
export function queryDomainPage(database: Database, query: DomainQuery, now: number): PageOf<DomainRow> {
  const where = buildDomainConditions(query.filter, now)
  const source = chooseRowSource(database, where)
  const keys =
    query.sort === 'account'
      ? queryKeysByAccountLabel(database, source, query)
      : database.all<DomainKey>(
          `select d.account_id, d.name ${source.sql} order by ${orderBySql(query.sort, query.isDescending)} limit ? offset ?`,
          ...source.params,
          query.limit,
          query.offset,
        )
  const matchOf = createSearchMatchFinder(database, query.filter.text)
  const rows = keys.map((key) => requireDomainRow(database, key))
  return {
    rows: matchOf === null ? rows : rows.map((row) => ({ ...row, ...matchOf(row) })),
    total: source.total(),
    offset: query.offset,
  }
}

/** Total number of rows over all pages of the filter. */
export function countMatchingDomains(database: Database, filter: DomainFilter, now: number): number {
  return chooseRowSource(database, buildDomainConditions(filter, now)).total()
}

interface RowSource {
  sql: string
  params: SqlParam[]
  total(): number
}

/** The rows to select from: the few domains that match the text, or the whole table of domains. */
function chooseRowSource(database: Database, { conditions, params, textSearch }: DomainConditions): RowSource {
  const all = textSearch === null ? conditions : [...conditions, textSearch.condition.sql]
  const wide: Omit<RowSource, 'total'> = {
    sql: `from domain d ${all.length > 0 ? `where ${all.join(' and ')}` : ''}`,
    params: textSearch === null ? params : [...params, ...textSearch.condition.params],
  }
  const count = (source: Omit<RowSource, 'total'>): number =>
    database.get<{ n: number }>(`select count(*) as n ${source.sql}`, ...source.params)?.n ?? 0
  if (textSearch === null) return { ...wide, total: () => count(wide) }
  const few = database.all<{ entry: number }>(
    `${textSearch.entries.sql} limit ${maxMatchesToSort + 1}`,
    ...textSearch.entries.params,
  )
  if (few.length > maxMatchesToSort) {
    const matches = (): number =>
      database.get<{ n: number }>(`select count(*) as n from (${textSearch.entries.sql})`, ...textSearch.entries.params)
        ?.n ?? 0
    const goneMatches = (): number =>
      database.get<{ n: number }>(
        `select count(*) as n from domain d where d.gone_since is not null and ${textSearch.condition.sql}`,
        ...textSearch.condition.params,
      )?.n ?? 0
    return {
      ...wide,
      total: () =>
        conditions.length === 1 && conditions[0] === notGoneCondition ? matches() - goneMatches() : count(wide),
    }
  }
  const narrow: Omit<RowSource, 'total'> = {
    sql: `from search_entry e cross join domain d on d.account_id = e.account_id and d.name = e.target
      where ${['e.rowid in (select value from json_each(?))', ...conditions].join(' and ')}`,
    params: [JSON.stringify(few.map(({ entry }) => entry)), ...params],
  }
  return { ...narrow, total: () => count(narrow) }
}

function orderBySql(sort: Exclude<DomainSort, 'account'>, isDescending: boolean): string {
  const direction = isDescending ? 'desc' : 'asc'
  const first = {
    name: [],
    expiry: [`coalesce(d.expiry_date, '9999-99-99')`],
    status: ['d.status'],
    readAt: ['d.read_at'],
  }[sort]
  return [...first, 'd.name', 'd.account_id'].map((column) => `${column} ${direction}`).join(', ')
}

/** Orders by account label, then domain name. Accounts before the page are counted, not read. */
function queryKeysByAccountLabel(
  database: Database,
  source: RowSource,
  { isDescending, offset, limit }: DomainQuery,
): DomainKey[] {
  const direction = isDescending ? 'desc' : 'asc'
  const sign = isDescending ? -1 : 1
  const counts = database
    .all<{ id: string; label: string; n: number }>(
      `select a.id, a.label, c.n from (select d.account_id as id, count(*) as n ${source.sql} group by d.account_id) c join account a on a.id = c.id order by a.id`,
      ...source.params,
    )
    .toSorted((one, other) => sign * (compareLabels(one.label, other.label) || (one.id < other.id ? -1 : 1)))
  const keys: DomainKey[] = []
  let skip = offset
  for (const { id, n } of counts) {
    if (keys.length === limit) break
    if (skip >= n) {
      skip -= n
      continue
    }
    const joint = source.sql.includes(' where ') ? 'and' : 'where'
    const sql = `select d.account_id, d.name ${source.sql} ${joint} d.account_id = ? order by d.name ${direction} limit ? offset ?`
    keys.push(...database.all<DomainKey>(sql, ...source.params, id, limit - keys.length, skip))
    skip = 0
  }
  return keys
}

interface StoredDomain extends DomainKey {
  decoded_name: string | null
  status: string
  expiry_date: string | null
  auto_renew: number | null
  records: number | null
  read_at: number
  gone_since: number | null
  zone_read_at: number | null
  detail_read_at: number | null
  tags: string | null
}

const selectDomainSql = `select d.*, f.read_at as detail_read_at, n.tags
  from domain d left join facet f on f.account_id = d.account_id and f.thing = 'domain' and f.name = d.name and f.facet = 'detail'
  left join annotation n on n.account_id = d.account_id and n.kind = 'domain' and n.name = d.name`

/** Returns undefined when the domain is not stored. */
export function getDomainRow(database: Database, accountId: string, name: string): DomainRow | undefined {
  const row = database.get<StoredDomain>(`${selectDomainSql} where d.account_id = ? and d.name = ?`, accountId, name)
  return row && toDomainRow(row)
}

/** Each row of a chunk is a separate query. */
const rowsPerChunk = 250

/**
 * Domains that expire within `days` from today in Japan, soonest first. One statement selects them, because a sync could move
 * rows between two statements and hide some. The rows are read in chunks afterwards. A domain that is gone by then is left out.
 */
export async function queryExpiringDomains(
  database: Database,
  { accountIds, days, limit }: ExpiringDomainsQuery,
  now: number,
): Promise<DomainRow[]> {
  const { conditions, params } = buildDomainConditions(
    domainFilterSchema.parse({ accountIds, expiresWithinDays: days }),
    now,
  )
  const sql = `select d.account_id, d.name from domain d where ${conditions.join(' and ')} order by ${orderBySql('expiry', false)} limit ?`
  const keys = database.all<DomainKey>(sql, ...params, limit)
  const rows: DomainRow[] = []
  await forEachChunk(keys, rowsPerChunk, (slice) => {
    for (const { account_id, name } of slice) {
      const row = getDomainRow(database, account_id, name)
      if (row?.goneSince === null) rows.push(row)
    }
  })
  return rows
}

function toDomainRow(row: StoredDomain): DomainRow {
  return {
    accountId: row.account_id,
    name: row.name,
    decodedName: row.decoded_name,
    status: row.status,
    expiryDate: row.expiry_date,
    autoRenew: row.auto_renew === null ? null : row.auto_renew === 1,
    records: row.records,
    readAt: row.read_at,
    goneSince: row.gone_since,
    zoneReadAt: row.zone_read_at,
    detailReadAt: row.detail_read_at,
    tags: parseTags(row.tags),
  }
}

function requireDomainRow(database: Database, key: DomainKey): DomainRow {
  return getDomainRow(database, key.account_id, key.name) as DomainRow
}

/**
 * The number of domains of the accounts, and the number per status that match the filter. The filter's own statuses do not
 * narrow these counts. Gone domains are counted in `gone` only.
 */
export async function countDomainsByStatus(
  database: Database,
  filter: DomainFilter,
  now: number,
): Promise<StatusCounts> {
  const ofAccounts = countListedDomainsByStatus(database, filter.accountIds, now)
  const isNarrower = filter.text.trim() !== '' || filter.expiresWithinDays !== null || filter.tags !== null
  await yieldToEventLoop()
  const byStatus = isNarrower
    ? countByStatus(database, buildDomainConditions({ ...filter, statuses: null }, now))
    : ofAccounts
  return {
    total: ofAccounts.reduce((sum, { count }) => sum + count, 0),
    byStatus,
    gone: countGone(database, filter, now),
  }
}

/** Domains per status, without gone ones. `accountIds` null: all accounts. */
export const countListedDomainsByStatus = (database: Database, accountIds: string[] | null, now: number) =>
  countByStatus(database, buildDomainConditions(domainFilterSchema.parse({ accountIds }), now))

function countGone(database: Database, filter: DomainFilter, now: number): number {
  if (!database.get('select 1 from domain where gone_since is not null limit 1')) return 0
  return chooseRowSource(database, buildDomainConditions({ ...filter, statuses: [goneStatus] }, now)).total()
}

function countByStatus(database: Database, where: DomainConditions): StatusCounts['byStatus'] {
  const { sql, params } = chooseRowSource(database, where)
  return database.all(`select d.status, count(*) as count ${sql} group by d.status order by d.status`, ...params)
}
