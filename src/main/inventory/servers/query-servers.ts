import { compareInNaturalOrder } from '#shared/compare-in-natural-order.ts'
import { getCustomerComparisonKey } from '#shared/customer-name-rules.ts'
import { dayMs } from '#shared/durations.ts'
import {
  goneStatus,
  type ServerFilter,
  type ServerRow,
  type serverSortKeys,
  type RowCountsByStatus,
} from '#shared/ipc/inventory.ts'
import type { PageOf } from '#shared/ipc/common-schemas.ts'
import type { SortCriterion } from '#shared/ipc/list-sort-schemas.ts'
import { formatJapanDate } from '#shared/japan-time.ts'
import { getResourceKey } from '#shared/get-resource-key.ts'
import { getTagComparisonKey } from '#shared/tag-rules.ts'
import { parseTagsJson } from '#main/annotations/query-and-save-annotation.ts'
import type { Database } from '#main/store/database.ts'
import { validJsonOrNullSql } from '#main/store/parse-stored-json.ts'
import { matchesSearchText, parseSearchText } from '#main/inventory/search-index/parse-and-match-search-text.ts'

type ServerSort = (typeof serverSortKeys)[number]

interface ServerName {
  accountId: string
  name: string
}

export interface ServerListQuery {
  filter: ServerFilter
  sort: ServerSort
  isDescending: boolean
  /** Further columns, for rows that are equal in those before. */
  thenBy?: readonly SortCriterion<ServerSort>[]
  /** These servers, whether they match the filter or not. Null: all that match. */
  only?: readonly ServerName[] | null
}

export interface ServerPageQuery extends Omit<ServerListQuery, 'only'> {
  offset: number
  limit: number
}

export interface ServerWithFilterMatch {
  row: ServerRow
  /** Whether the server matches the filter. */
  matchesFilter: boolean
}

interface StoredServer {
  account_id: string
  account_label: string
  name: string
  server_id: string | null
  plan_id: string | null
  plan_name: string | null
  status: string
  expiry_date: string | null
  auto_renew: number | null
  memo: string
  read_at: number
  memo_read_at: number | null
  gone_since: number | null
  ip_address: string | null
  tags: string | null
  customer: string | null
  note: string | null
}

export interface SearchableServer {
  row: ServerRow
  /** What the user wrote about the server. */
  note: string
  accountLabel: string
  /** The value in the service's response: one address, or a JSON array of several addresses. */
  ipAddress: string | null
}

const selectServerSql = `select s.*, a.label as account_label, json_extract(${validJsonOrNullSql('f.data')}, '$.ip_address') as ip_address, n.tags, n.customer, n.note
  from server s join account a on a.id = s.account_id
  left join annotation n on n.account_id = s.account_id and n.kind = 'server' and n.name = s.name
  left join facet f on f.account_id = s.account_id and f.thing = 'server' and f.name = s.name and f.facet = 'info'`

/** Returns all servers. There are some hundreds, so they are filtered and sorted in memory. */
export function queryAllServers(database: Database): SearchableServer[] {
  return database.all<StoredServer>(selectServerSql).map(toSearchableServer)
}

export function queryServerRow(database: Database, accountId: string, name: string): ServerRow | undefined {
  const stored = database.get<StoredServer>(`${selectServerSql} where s.account_id = ? and s.name = ?`, accountId, name)
  return stored && toSearchableServer(stored).row
}

function toSearchableServer(stored: StoredServer): SearchableServer {
  return {
    accountLabel: stored.account_label,
    note: stored.note ?? '',
    ipAddress: stored.ip_address === null ? null : String(stored.ip_address),
    row: {
      accountId: stored.account_id,
      name: stored.name,
      serverId: stored.server_id,
      planId: stored.plan_id,
      planName: stored.plan_name,
      status: stored.status,
      expiryDate: stored.expiry_date,
      autoRenew: stored.auto_renew === null ? null : stored.auto_renew === 1,
      memo: stored.memo,
      tags: parseTagsJson(stored.tags),
      customer: stored.customer ?? '',
      readAt: stored.read_at,
      memoReadAt: Math.max(stored.read_at, stored.memo_read_at ?? 0),
      goneSince: stored.gone_since,
    },
  }
}

/** Returns the texts of a server that a search covers. */
export function listSearchableServerTexts({ row, note, ipAddress }: SearchableServer): string[] {
  return [
    row.name,
    row.serverId,
    row.planName,
    row.planId,
    ipAddress,
    row.memo,
    ...row.tags,
    row.customer,
    note,
  ].filter((text): text is string => text !== null && text !== '')
}

/**
 * Returns one page of the servers of all accounts. Every word of the text has to be in a name, id, plan, address, memo,
 * tag, customer or note; an address has to match as a whole.
 */
export function queryServerPage(
  database: Database,
  { offset, limit, ...query }: ServerPageQuery,
  now: number,
): PageOf<ServerRow> {
  const rows = queryMatchingServers(database, query, now)
  return { rows: rows.slice(offset, offset + limit), total: rows.length, offset }
}

/** Returns all rows of the pages; with `only`, the rows of the named servers that are stored. */
export function queryMatchingServers(database: Database, query: ServerListQuery, now: number): ServerRow[] {
  const { filter, sort, isDescending, thenBy = [], only = null } = query
  const all = queryAllServers(database)
  const names = only && new Set(only.map(getResourceKey))
  const rows = names
    ? all.filter(({ row }) => names.has(getResourceKey(row)))
    : matchingServers(all, filter, now).filter(({ row }) => isInStatus(row, filter.statuses))
  rows.sort((one, other) => compareServers(one, other, [{ key: sort, isDescending }, ...thenBy]))
  return rows.map(({ row }) => row)
}

/**
 * Returns the rows of the named servers that are stored, in the given order. Each row says whether it matches the
 * filter.
 */
export function queryServersByNameAndCheckFilter(
  database: Database,
  names: readonly ServerName[],
  filter: ServerFilter,
  now: number,
): ServerWithFilterMatch[] {
  const all = queryAllServers(database)
  const matching = new Set(matchingServers(all, filter, now).map(({ row }) => row))
  const byKey = new Map(all.map(({ row }) => [getResourceKey(row), row]))
  return names.flatMap((name) => {
    const row = byKey.get(getResourceKey(name))
    return row ? [{ row, matchesFilter: matching.has(row) && isInStatus(row, filter.statuses) }] : []
  })
}

/**
 * Returns the number of servers of the accounts, and the number per status that match the filter. The filter's own
 * statuses do not narrow these counts. Gone servers are counted in `gone` only.
 */
export function countServersByStatus(database: Database, filter: ServerFilter, now: number): RowCountsByStatus {
  const all = queryAllServers(database).filter(({ row }) => isOfAccounts(row, filter))
  const matching = matchingServers(all, filter, now)
  const counts = new Map<string, number>()
  for (const { row } of matching) if (row.goneSince === null) counts.set(row.status, (counts.get(row.status) ?? 0) + 1)
  return {
    total: all.filter(({ row }) => row.goneSince === null).length,
    byStatus: [...counts].map(([status, count]) => ({ status, count })).sort((a, b) => compareText(a.status, b.status)),
    gone: matching.filter(({ row }) => row.goneSince !== null).length,
  }
}

/** Applies the filter without its statuses. */
function matchingServers(servers: SearchableServer[], filter: ServerFilter, now: number): SearchableServer[] {
  const text = parseSearchText(filter.text)
  return servers.filter(
    (server) =>
      isOfAccounts(server.row, filter) &&
      hasTags(server.row, filter) &&
      hasAutoRenew(server.row, filter) &&
      isOfCustomers(server.row, filter) &&
      expires(server.row, filter, now) &&
      matchesSearchText(listSearchableServerTexts(server).join('\n'), text),
  )
}

function isOfAccounts({ accountId }: ServerRow, { accountIds }: ServerFilter): boolean {
  return accountIds === null || accountIds.includes(accountId)
}

/** Returns whether the server has every tag of the filter. */
function hasTags(row: ServerRow, { tags }: ServerFilter): boolean {
  if (tags === null) return true
  const keys = new Set(row.tags.map(getTagComparisonKey))
  return tags.every((tag) => keys.has(getTagComparisonKey(tag)))
}

/** Returns whether the server has one of the customers. An empty name: whether it has none. */
function isOfCustomers({ customer }: ServerRow, { customers }: ServerFilter): boolean {
  return (
    customers.length === 0 ||
    customers.some((each) => getCustomerComparisonKey(each) === getCustomerComparisonKey(customer))
  )
}

/** Returns whether the expiry date matches, by the same rules as for domains. */
function expires({ expiryDate }: ServerRow, filter: ServerFilter, now: number): boolean {
  if (filter.hasNoExpiryDate) return expiryDate === null
  const { expiresWithinDays, expiresFrom, expiresTo } = filter
  const until = expiresWithinDays === null ? null : formatJapanDate(now + expiresWithinDays * dayMs)
  if (until === null && expiresFrom === null && expiresTo === null) return true
  return (
    expiryDate !== null &&
    (until === null || expiryDate <= until) &&
    (expiresFrom === null || expiryDate >= expiresFrom) &&
    (expiresTo === null || expiryDate <= expiresTo)
  )
}

function hasAutoRenew(row: ServerRow, { autoRenew }: ServerFilter): boolean {
  return autoRenew === null || row.autoRenew === { on: true, off: false, unread: null }[autoRenew]
}

/** Gone servers match only when the statuses include `goneStatus`, by the same rule as for domains. */
function isInStatus({ status, goneSince }: ServerRow, statuses: string[] | null): boolean {
  if (goneSince !== null) return statuses?.includes(goneStatus) ?? false
  return statuses === null || statuses.includes(status)
}

/**
 * Rows without a value are last in both directions. Ties are ordered by name and account, in the direction of the first
 * column.
 */
function compareServers(
  one: SearchableServer,
  other: SearchableServer,
  sorts: readonly SortCriterion<ServerSort>[],
): number {
  for (const { key, isDescending } of sorts) {
    const by = sortValue(one, key)
    const than = sortValue(other, key)
    const unknown = Number(by === null || by === '') - Number(than === null || than === '')
    if (unknown !== 0) return unknown
    const compare = sortsAsLabels.has(key) ? compareInNaturalOrder : compareText
    const order = typeof by === 'number' && typeof than === 'number' ? by - than : compare(String(by), String(than))
    if (order !== 0) return isDescending ? -order : order
  }
  const order = compareText(one.row.name, other.row.name) || compareText(one.row.accountId, other.row.accountId)
  return sorts[0]?.isDescending ? -order : order
}

/** Columns with texts that users typed. */
const sortsAsLabels: ReadonlySet<ServerSort> = new Set(['account', 'customer', 'tags', 'memo'])

function sortValue({ row, accountLabel }: SearchableServer, sort: ServerSort): string | number | null {
  switch (sort) {
    case 'name':
      return row.name
    case 'expiry':
      return row.expiryDate
    case 'status':
      return row.status
    case 'plan':
      return row.planName ?? row.planId
    case 'account':
      return accountLabel
    case 'readAt':
      return row.readAt
    case 'customer':
      return row.customer
    case 'tags':
      return row.tags.join(', ')
    case 'autoRenew':
      return row.autoRenew === null ? null : Number(row.autoRenew)
    case 'memo':
      return row.memo
  }
}

function compareText(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0
}
