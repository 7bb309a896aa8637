import { endpoints } from '#shared/api/endpoints.ts'
import { mayAnyKeyReadList } from '#shared/api/may-any-key-read-list.ts'
import { findGrantForService, findMissingGrant } from '#shared/api/get-and-check-grants-of-api-keys.ts'
import type { Key } from '#shared/ipc/accounts.ts'
import { attributeFiltersSchema, type DomainFilter } from '#shared/ipc/inventory.ts'
import type { UnsearchableDataCounts } from '#shared/ipc/unsearchable-data-counts.ts'
import type { Database, SqlParam } from '#main/store/database.ts'
import { parseStoredError, validJsonOrNullSql } from '#main/store/parse-stored-json.ts'
import {
  buildAttributeConditions,
  buildDetailNeverReadSql,
  buildDomainConditions,
  detailKindByDomainFilter,
  type DomainSqlConditions,
} from '#main/inventory/domains/domain-filter-sql.ts'
import { isLastingRefusalCode, keyRefusalCode } from '#main/inventory/details/detail-read-refusal-rules.ts'
import { queryLatestKeyCheckTime } from '#main/inventory/details/query-details-to-rank.ts'
import type { ResourceKind } from '#main/inventory/details/detail-store.ts'

const noAttributeFilters = attributeFiltersSchema.parse({})
const filtersByDetails = Object.keys(detailKindByDomainFilter) as (keyof typeof detailKindByDomainFilter)[]
const withoutDetails = Object.fromEntries(filtersByDetails.map((name) => [name, noAttributeFilters[name]]))
const zoneNeverFetchedSql = `d.zone_read_at is null and d.gone_since is null`
/** A key was refused, and one was added or checked since. Parameters: `keyRefusalCode`, the time of the last check. */
const isZoneRefusalVoidSql = `exists (select 1 from facet f where f.account_id = d.account_id and f.thing = 'domain' and f.name = d.name
  and f.facet = 'zone' and json_extract(${validJsonOrNullSql('f.error')}, '$.code') = ? and f.error_at <= ?)`

/**
 * Counts the data that a search cannot find because it was never read: lists of the accounts, and zones and values of
 * the domains that match the filter. The filter's conditions on records are ignored. A domain matches if a value that
 * the filter asks for was never read. `keysByAccount`: the keys of each account, by its ID. `searchesNameservers`: true
 * if the text is searched in name servers, too.
 */
export function countUnsearchableData(
  database: Database,
  keysByAccount: Readonly<Record<string, readonly Key[]>>,
  filter: Omit<DomainFilter, 'text'>,
  now: number,
  { searchesNameservers = false } = {},
): UnsearchableDataCounts {
  const { accountIds } = filter
  const keys = (accountId: string): readonly Key[] => keysByAccount[accountId] ?? []
  const asked = buildConditionsOfPossibleMatches(filter, now)
  const accounts = database
    .all<{ id: string; domain: number | null; server: number | null }>(
      'select a.id, r.domains_read_at as domain, r.servers_read_at as server from account a left join sync_run r on r.account_id = a.id',
    )
    .filter(({ id }) => accountIds === null || accountIds.includes(id))
  const countLists = (list: ResourceKind) =>
    accounts.filter((account) => account[list] === null && canEverBeFetched(keys(account.id), list)).length
  const countDenied = (list: ResourceKind) => accounts.filter(({ id }) => !canEverBeFetched(keys(id), list)).length
  const zones = accounts.reduce((sum, { id }) => sum + countReadableZones(database, id, keys(id), asked), 0)
  const infos = accounts.map(({ id }) => countServerInfosNeverRead(database, id, keys(id)))
  return {
    zones,
    unreadableZones: accounts.reduce((sum, { id }) => sum + countZonesNeverFetched(database, id, asked), 0) - zones,
    domainLists: countLists('domain'),
    serverLists: countLists('server'),
    deniedDomainLists: countDenied('domain'),
    deniedServerLists: countDenied('server'),
    serverInfos: infos.reduce((sum, { readable }) => sum + readable, 0),
    unreadableServerInfos: infos.reduce((sum, { unreadable }) => sum + unreadable, 0),
    ...countDetailsNeverRead(database, asked, filter, now, searchesNameservers),
  }
}

function buildConditionsOfPossibleMatches(filter: Omit<DomainFilter, 'text'>, now: number): DomainSqlConditions {
  const { conditions, params, textSearch } = buildDomainConditions(
    { ...filter, ...withoutDetails, text: '', server: null, pointsTo: '' },
    now,
  )
  for (const name of filtersByDetails)
    for (const own of buildAttributeConditions({ ...noAttributeFilters, [name]: filter[name] }, now)) {
      conditions.push(`(${own.sql} or ${buildDetailNeverReadSql(detailKindByDomainFilter[name])})`)
      params.push(...own.params)
    }
  return { conditions, params, textSearch }
}

/**
 * For each value that the filter asks for or the text is searched in, counts the domains of which this value was never
 * read. The counts of other values are 0, because counting all of them takes over 100 ms with 50,000 domains, and the
 * searches wait meanwhile.
 */
function countDetailsNeverRead(
  database: Database,
  { conditions, params }: DomainSqlConditions,
  filter: Omit<DomainFilter, 'text'>,
  now: number,
  searchesNameservers: boolean,
): Pick<UnsearchableDataCounts, 'autoRenew' | 'registrarLock' | 'whoisPrivacy' | 'nameservers'> {
  const isFiltered = (name: keyof typeof detailKindByDomainFilter): boolean =>
    buildAttributeConditions({ ...noAttributeFilters, [name]: filter[name] }, now).length > 0
  const count = (name: keyof typeof detailKindByDomainFilter, isSearched = false): number => {
    if (!isSearched && !isFiltered(name)) return 0
    const where = [
      'd.details_read_at is null',
      ...conditions,
      buildDetailNeverReadSql(detailKindByDomainFilter[name]),
    ].join(' and ')
    return database.get<{ n: number }>(`select count(*) as n from domain d where ${where}`, ...params)?.n ?? 0
  }
  return {
    autoRenew: count('autoRenew'),
    registrarLock: count('lock'),
    whoisPrivacy: count('privacy'),
    nameservers: count('nameserver', searchesNameservers),
  }
}

/** A list that no key may read can never be fetched. Nothing is known yet about an account without keys. */
function canEverBeFetched(keys: readonly Key[], list: ResourceKind): boolean {
  return keys.length === 0 || mayAnyKeyReadList(keys, list)
}

function countZonesNeverFetched(
  database: Database,
  accountId: string,
  { conditions, params }: DomainSqlConditions,
  more = '',
  ...values: SqlParam[]
): number {
  const where = ['d.account_id = ?', zoneNeverFetchedSql, ...conditions].join(' and ')
  return (
    database.get<{ n: number }>(
      `select count(*) as n from domain d where ${where} ${more}`,
      accountId,
      ...params,
      ...values,
    )?.n ?? 0
  )
}

/**
 * Number of zones that were never read and that a key may read. A temporary state of the key, such as a quarantine, is
 * ignored. Zones that `/v1/me` does not grant are not counted.
 */
function countReadableZones(
  database: Database,
  accountId: string,
  keys: readonly Key[],
  asked: DomainSqlConditions,
): number {
  const ofVoidRefusal = [keyRefusalCode, queryLatestKeyCheckTime(database, accountId)]
  const count = (more: string, ...values: string[]): number => {
    const ofRefused = `and d.is_zone_refused = 1 and ${isZoneRefusalVoidSql} ${more}`
    return (
      countZonesNeverFetched(database, accountId, asked, `and d.is_zone_refused = 0 ${more}`, ...values) +
      countZonesNeverFetched(database, accountId, asked, ofRefused, ...ofVoidRefusal, ...values)
    )
  }
  const mayRead = (key: Key, name: string): boolean =>
    findMissingGrant(key.me, endpoints['domain.dns'], { domain_name: name }) === null
  if (keys.some((key) => mayRead(key, 'nowhere.invalid'))) {
    return count('')
  }
  const names = keys.flatMap((key) =>
    ((key.me && findGrantForService(key.me, 'domain')?.targets) ?? []).filter((name) => mayRead(key, name)),
  )
  if (names.length === 0) return 0
  return count(
    'and d.name in (select value from json_each(?))',
    JSON.stringify(names.map((name) => name.toLowerCase())),
  )
}

/**
 * Numbers of listed servers whose information was never read: those that may be read, by the same rules, and the
 * others. Servers are few, so each server is checked.
 */
function countServerInfosNeverRead(
  database: Database,
  accountId: string,
  keys: readonly Key[],
): { readable: number; unreadable: number } {
  const servers = database.all<{ name: string; error: string | null; errorAt: number | null }>(
    `select s.name, f.error, f.error_at as errorAt from server s left join facet f on f.account_id = s.account_id and f.thing = 'server' and f.name = s.name and f.facet = 'info'
     where s.account_id = ? and s.gone_since is null and ${validJsonOrNullSql('f.data')} is null`,
    accountId,
  )
  const keysCheckedAt = queryLatestKeyCheckTime(database, accountId)
  const readable = servers.filter(({ name, error, errorAt }) => {
    const code = parseStoredError(error)?.code ?? null
    const isVoid = code === keyRefusalCode && errorAt !== null && errorAt <= keysCheckedAt
    const isRefused = isLastingRefusalCode(code) && !isVoid
    return (
      !isRefused &&
      keys.some((key) => findMissingGrant(key.me, endpoints['hosting.info'], { servername: name }) === null)
    )
  }).length
  return { readable, unreadable: servers.length - readable }
}
