import { validJsonOrNullSql } from '#main/store/parse-stored-json.ts'
import { compareInNaturalOrder } from '#shared/compare-in-natural-order.ts'
import {
  domainFilterSchema,
  goneStatus,
  type DomainFilter,
  type DomainRow,
  type domainSortKeys,
  type RowCountsByStatus,
} from '#shared/ipc/inventory.ts'
import type { SortCriterion } from '#shared/ipc/list-sort-schemas.ts'
import { yieldToEventLoop, forEachChunk } from '#main/event-loop/chunked-work.ts'
import { parseTagsJson } from '#main/annotations/query-and-save-annotation.ts'
import type { Database, SqlParam } from '#main/store/database.ts'
import {
  buildDomainConditions,
  buildExpiryConditions,
  buildAttributeConditions,
  domainExpiryOrMaxDateSql,
  domainTldSql,
  type DomainSqlConditions,
} from './domain-filter-sql.ts'
import {
  createMatchingRecordOrAnnotationFinder,
  type RecordSearchFilter,
} from './find-record-or-annotation-that-matches-filter.ts'

export type DomainSort = (typeof domainSortKeys)[number]

/** Selects and orders the domains of a list. */
export interface DomainQuery {
  filter: DomainFilter
  sort: DomainSort
  isDescending: boolean
  /** Further sort columns, for rows that are equal in the columns before them. */
  thenBy?: readonly SortCriterion<DomainSort>[]
}

interface DomainKeyFields {
  accountId: string
  name: string
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

/**
 * Up to this many matches, the matching domains are sorted. With more matches, the sort order's index is scanned until
 * the page is full.
 */
const maxMatchesToSort = 2000

/**
 * Returns the IDs (`entry`) of the domains of all accounts that match. The order is total: ties are ordered by name,
 * then account.
 */
export function queryDomainIds(database: Database, { filter, ...order }: DomainQuery, now: number): number[] {
  return queryOrderedIds(database, chooseRowSource(database, buildDomainConditions(filter, now)), order)
}

/**
 * Returns the IDs of the named domains in the order of a list, whatever its filter is, without those that are not
 * stored.
 */
export function queryDomainIdsByName(
  database: Database,
  names: readonly DomainKeyFields[],
  order: Omit<DomainQuery, 'filter'>,
): number[] {
  const source = chooseRowSource(database, {
    conditions: [
      `d.entry in (select x.entry from json_each(?) n
       cross join domain x on x.account_id = n.value ->> 'accountId' and x.name = n.value ->> 'name')`,
    ],
    params: [JSON.stringify(names)],
    textSearch: null,
  })
  return queryOrderedIds(database, source, order)
}

function queryOrderedIds(
  database: Database,
  source: RowSource,
  { sort, isDescending, thenBy = [] }: Omit<DomainQuery, 'filter'>,
): number[] {
  const sorts = [{ key: sort, isDescending }, ...thenBy]
  // Names are nearly unique, so columns after the name change nothing.
  const index = sorts.findIndex(({ key }) => key === 'name')
  const before = index === -1 ? sorts : sorts.slice(0, index)
  const isNameDescending = sorts[index]?.isDescending ?? isDescending
  if (before.length === 1 && (sort === 'status' || sort === 'readAt') && isNameDescending === isDescending)
    return queryIdsInSqlOrder(database, source, [sortSql[sort]], isDescending)
  if (before.length === 0) return queryIdsInSqlOrder(database, source, [], isNameDescending)
  return queryGroupedIds(database, source, before, isNameDescending)
}

function queryIdsInSqlOrder(
  database: Database,
  source: RowSource,
  columns: readonly string[],
  isDescending: boolean,
): number[] {
  const order = orderBySql(columns, isDescending)
  return parseIds(
    database.get(
      `select json_group_array(entry) as ids from (select d.entry ${source.sql} order by ${order})`,
      ...source.params,
    ),
  )
}

/** All IDs are one text for SQLite: an object for each row would take five times as long. */
function parseIds(row: { ids: string } | undefined): number[] {
  return JSON.parse(row?.ids ?? '[]') as number[]
}

const noteExcerptLength = 200
/** The beginning of the note of `annotation n`. */
const noteExcerptSql = `substr(n.note, 1, ${noteExcerptLength})`
/** A copied cell must not look like the whole note. */
const markedNoteExcerptSql = `${noteExcerptSql} || iif(length(n.note) > ${noteExcerptLength}, '…', '')`

const selectOfAnnotation = (value: string) =>
  `(select ${value} from annotation n where n.account_id = d.account_id and n.kind = 'domain' and n.name = d.name)`

/**
 * The values that rows are sorted by. Null and an empty text: the row has nothing in this column, or it was not read.
 */
const sortSql = {
  account: 'd.account_id',
  expiry: 'd.expiry_date',
  status: 'd.status',
  readAt: 'd.read_at',
  customer: selectOfAnnotation('n.customer'),
  // As JSON: joining the tags of every row takes twice as long as those of every distinct list.
  tags: selectOfAnnotation(`nullif(n.tags, '[]')`),
  note: selectOfAnnotation(noteExcerptSql),
  autoRenew: 'd.auto_renew',
  records: 'd.records',
  tld: domainTldSql,
  nameservers: `(select group_concat(x.host, ', ' order by x.host) from domain_nameserver x where x.entry = d.entry)`,
  lock: 'd.is_locked',
  privacy: 'd.has_whois_privacy',
} as const satisfies Record<Exclude<DomainSort, 'name'>, string>

/**
 * Returns the IDs ordered by columns, then by name and account. SQLite reads the IDs by name from a covering index.
 * That is faster than a column's index with look-ups in the table, and faster than a sort of all rows. Rows that are
 * equal in all columns form a group. There are few groups, and only the groups are sorted.
 */
function queryGroupedIds(
  database: Database,
  source: RowSource,
  sorts: readonly SortCriterion<DomainSort>[],
  isNameDescending: boolean,
): number[] {
  const columns = sorts.map(({ key }) => sortSql[key as keyof typeof sortSql])
  const named = (make: (column: string, index: number) => string) => columns.map(make).join(', ')
  const row = database.get<Record<string, string>>(
    `select json_group_array(entry) as ids, ${named((_, n) => `json_group_array(key${n}) as keys${n}`)}
     from (select d.entry, ${named((column, n) => `${column} as key${n}`)} ${source.sql}
     order by ${orderBySql([], isNameDescending)})`,
    ...source.params,
  )
  const ids = parseIds(row as { ids: string } | undefined)
  // Each row gets one number for its place in the order of all columns. Comparing texts, or keys of several columns,
  // takes several times as long.
  const places = new Float64Array(ids.length)
  for (const [n, sorted] of sorts.entries()) {
    const values = JSON.parse(row?.[`keys${n}`] ?? '[]') as SortValue[]
    const placeOf = rankValues(database, new Set(values), sorted)
    for (const [index, value] of values.entries())
      places[index] = (places[index] as number) * placeOf.size + (placeOf.get(value) as number)
  }
  const groups = new Map<number, number[]>()
  for (const [index, id] of ids.entries()) {
    const place = places[index] as number
    const group = groups.get(place)
    if (group) group.push(id)
    else groups.set(place, [id])
  }
  return [...groups].sort(([one], [other]) => one - other).flatMap(([, ofGroup]) => ofGroup)
}

type SortValue = string | number | null

/** Returns the place of each value of a column in its order. Rows without a value are last in both directions. */
function rankValues(
  database: Database,
  values: ReadonlySet<SortValue>,
  { key, isDescending }: SortCriterion<DomainSort>,
): Map<SortValue, number> {
  const known = [...values].filter(isKnown)
  const compare = createComparator(database, key, known)
  const sorted = known.sort((one, other) => (isDescending ? -1 : 1) * compare(one, other))
  const places = new Map<SortValue, number>(sorted.map((value, place) => [value, place]))
  for (const value of values) if (!isKnown(value)) places.set(value, sorted.length)
  return places
}

type Compare = (one: string | number, other: string | number) => number

function createComparator(database: Database, key: DomainSort, values: readonly (string | number)[]): Compare {
  if (key === 'customer') return (one, other) => compareInNaturalOrder(String(one), String(other))
  if (key === 'tags') {
    const texts = new Map(values.map((json) => [json, parseTagsJson(String(json)).join(', ')]))
    return (one, other) => compareInNaturalOrder(texts.get(one) ?? '', texts.get(other) ?? '')
  }
  if (key === 'account') {
    const ranks = rankAccountsByLabel(database)
    return (one, other) => (ranks.get(String(one)) ?? 0) - (ranks.get(String(other)) ?? 0)
  }
  return (one, other) => (one === other ? 0 : one < other ? -1 : 1)
}

function isKnown(value: SortValue): value is string | number {
  return value !== null && value !== ''
}

/** Returns the place of each account in the order of labels. */
function rankAccountsByLabel(database: Database): Map<string, number> {
  const accounts = database.all<{ id: string; label: string }>('select id, label from account order by id')
  accounts.sort((one, other) => compareInNaturalOrder(one.label, other.label))
  return new Map(accounts.map(({ id }, rank) => [id, rank]))
}

/**
 * Returns the rows of the domains with these IDs, in the order of the IDs, without those that are no longer stored.
 * With `search`, see `match`.
 */
export function queryDomainRows(
  database: Database,
  ids: readonly number[],
  search: RecordSearchFilter | null,
): DomainRow[] {
  const stored = database.all<StoredDomain>(selectDomainsByIdSql, JSON.stringify(ids))
  const matchOf = search && createMatchingRecordOrAnnotationFinder(database, search)
  const rows = stored.map(toDomainRow)
  return matchOf === null ? rows : rows.map((row) => ({ ...row, ...matchOf(row) }))
}

interface RowSource {
  sql: string
  params: SqlParam[]
}

/** The rows to select from: the few domains that match the text, or the whole table of domains. */
function chooseRowSource(database: Database, { conditions, params, textSearch }: DomainSqlConditions): RowSource {
  const all = textSearch === null ? conditions : [...conditions, textSearch.condition.sql]
  const wide: RowSource = {
    sql: `from domain d ${all.length > 0 ? `where ${all.join(' and ')}` : ''}`,
    params: textSearch === null ? params : [...params, ...textSearch.condition.params],
  }
  if (textSearch === null) return wide
  const few = database.all<{ entry: number }>(
    `${textSearch.entries.sql} limit ${maxMatchesToSort + 1}`,
    ...textSearch.entries.params,
  )
  if (few.length > maxMatchesToSort) return wide
  return {
    sql: `from search_entry e cross join domain d on d.account_id = e.account_id and d.name = e.target
      where ${['e.rowid in (select value from json_each(?))', ...conditions].join(' and ')}`,
    params: [JSON.stringify(few.map(({ entry }) => entry)), ...params],
  }
}

function orderBySql(columns: readonly string[], isDescending: boolean): string {
  const direction = isDescending ? 'desc' : 'asc'
  return [...columns, 'd.name', 'd.account_id'].map((column) => `${column} ${direction}`).join(', ')
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
  customer: string | null
  note: string | null
  is_locked: number | null
  has_whois_privacy: number | null
  nameservers: string
  nameservers_read_at: number | null
  whois_read_at: number | null
  lock_read_at: number | null
  /** The value of the lock's own reading, which a newer contract may have replaced in the row. */
  read_lock: number | null
}

const selectOfDetailSql = (detailKind: 'nameservers' | 'whois' | 'lock', selected: string) =>
  `(select ${selected} from facet x where x.account_id = d.account_id and x.thing = 'domain' and x.name = d.name
    and x.facet = '${detailKind}')`

const joinDetailsSql = `left join facet f on f.account_id = d.account_id and f.thing = 'domain' and f.name = d.name and f.facet = 'detail'
  left join annotation n on n.account_id = d.account_id and n.kind = 'domain' and n.name = d.name`

const selectedColumnsSql = `d.*, f.read_at as detail_read_at, n.tags, n.customer, ${markedNoteExcerptSql} as note,
  (select json_group_array(x.host) from domain_nameserver x where x.entry = d.entry) as nameservers,
  ${selectOfDetailSql('nameservers', 'x.read_at')} as nameservers_read_at,
  ${selectOfDetailSql('whois', 'x.read_at')} as whois_read_at, ${selectOfDetailSql('lock', 'x.read_at')} as lock_read_at,
  ${selectOfDetailSql('lock', `json_extract(${validJsonOrNullSql('x.data')}, '$.locked')`)} as read_lock`

const selectDomainSql = `select ${selectedColumnsSql} from domain d ${joinDetailsSql}`

/** The rows of the IDs in a JSON array. */
const selectDomainsByIdSql = `select ${selectedColumnsSql} from json_each(?) i
  cross join search_entry e on e.rowid = i.value
  cross join domain d on d.account_id = e.account_id and d.name = e.target
  ${joinDetailsSql} order by i.key`

/** Returns undefined when the domain is not stored. */
export function queryDomainRow(database: Database, accountId: string, name: string): DomainRow | undefined {
  const row = database.get<StoredDomain>(`${selectDomainSql} where d.account_id = ? and d.name = ?`, accountId, name)
  return row && toDomainRow(row)
}

/** Rows per chunk. Each row is a separate query. */
const rowsPerChunk = 250

/**
 * Returns the domains that expire within `days` from today in Japan, soonest first. One statement selects them, because
 * a sync could move rows between two statements and hide some. The rows are read in chunks afterwards. A domain that is
 * gone by then is left out.
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
  const sql = `select d.account_id, d.name from domain d where ${conditions.join(' and ')} order by ${orderBySql([domainExpiryOrMaxDateSql], false)} limit ?`
  const keys = database.all<DomainKey>(sql, ...params, limit)
  const rows: DomainRow[] = []
  await forEachChunk(keys, rowsPerChunk, (slice) => {
    for (const { account_id, name } of slice) {
      const row = queryDomainRow(database, account_id, name)
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
    tags: parseTagsJson(row.tags),
    customer: row.customer ?? '',
    note: row.note ?? '',
    isLocked: row.is_locked === null ? null : row.is_locked === 1,
    hasWhoisPrivacy: row.has_whois_privacy === null ? null : row.has_whois_privacy === 1,
    nameservers: (JSON.parse(row.nameservers) as string[]).sort(),
    nameserversReadAt: row.nameservers_read_at,
    whoisReadAt: row.whois_read_at,
    lockReadAt: row.is_locked !== null && row.read_lock !== row.is_locked ? row.detail_read_at : row.lock_read_at,
  }
}

/**
 * Returns the number of domains of the accounts, and the number per status that match the filter. The filter's own
 * statuses do not narrow these counts. Gone domains are counted in `gone` only.
 */
export async function countDomainsByStatus(
  database: Database,
  filter: DomainFilter,
  now: number,
): Promise<RowCountsByStatus> {
  const ofAccounts = countListedDomainsByStatus(database, filter.accountIds, now)
  const isNarrower =
    filter.text.trim() !== '' ||
    buildExpiryConditions(filter, now).length > 0 ||
    filter.tags !== null ||
    buildAttributeConditions(filter, now).length > 0
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

/** Returns the TLDs of the domains that are not gone, most domains first. */
export function queryDomainTlds(
  database: Database,
  accountIds: string[] | null,
  now: number,
): { tld: string; count: number }[] {
  const { conditions, params } = buildDomainConditions(domainFilterSchema.parse({ accountIds }), now)
  return database.all(
    `select ${domainTldSql} as tld, count(*) as count from domain d where ${conditions.join(' and ')}
     group by tld order by count desc, tld`,
    ...params,
  )
}

/** Counts the domains per status, without gone ones. `accountIds` null: all accounts. */
export const countListedDomainsByStatus = (database: Database, accountIds: string[] | null, now: number) =>
  countByStatus(database, buildDomainConditions(domainFilterSchema.parse({ accountIds }), now))

function countGone(database: Database, filter: DomainFilter, now: number): number {
  if (!database.get('select 1 from domain where gone_since is not null limit 1')) return 0
  const { sql, params } = chooseRowSource(database, buildDomainConditions({ ...filter, statuses: [goneStatus] }, now))
  return database.get<{ n: number }>(`select count(*) as n ${sql}`, ...params)?.n ?? 0
}

function countByStatus(database: Database, where: DomainSqlConditions): RowCountsByStatus['byStatus'] {
  const { sql, params } = chooseRowSource(database, where)
  return database.all(`select d.status, count(*) as count ${sql} group by d.status order by d.status`, ...params)
}
