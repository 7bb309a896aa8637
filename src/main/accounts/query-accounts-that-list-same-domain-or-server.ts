import type { DomainListItem, DomainStatus } from '#shared/api/domain-schemas.ts'
import { mayAnyKeyReadList } from '#shared/api/may-any-key-read-list.ts'
import type { Key, KeyTrialOverlap } from '#shared/ipc/accounts.ts'
import { getServiceIdentity } from '#main/api/compare-services-by-base-url.ts'
import type { Database } from '#main/store/database.ts'
import { queryBaseUrlsOfSameServiceAsJson } from './query-base-urls-of-same-service.ts'

/** Maximum number of names given as examples. */
const maxExampleNames = 20
/**
 * A domain that moves from one user to another is listed for both. If its transfer fails, both list it until the new
 * user applies again.
 */
const movingStatuses: readonly string[] = ['transferring', 'transfer_action_required'] satisfies DomainStatus[]
const movingStatusesSql = movingStatuses.map((status) => `'${status}'`).join(', ')

/**
 * Names in the lists of a key or an account, without domains that are moving. Null: the list is not allowed for the
 * key, or was not read.
 */
export interface OwnedDomainAndServerNames {
  domain: string[] | null
  server: string[] | null
}

type ListedDomain = Pick<DomainListItem, 'domain_name' | 'status'>

export function listDomainNamesNotInTransfer(domains: readonly ListedDomain[]): string[] {
  return domains.filter(({ status }) => !movingStatuses.includes(status)).map(({ domain_name }) => domain_name)
}

/**
 * Returns the stored names of an account with these keys. An empty list counts only if it was read, and if one of the
 * keys may read it: a list that no key may read has a read time, too.
 */
export function queryOwnedDomainAndServerNames(
  database: Database,
  accountId: string,
  keys: readonly Key[],
): OwnedDomainAndServerNames {
  const isEmptyListKnown = (list: 'domain' | 'server') =>
    mayAnyKeyReadList(keys, list) &&
    database.get(`select 1 from sync_run where account_id = ? and ${list}s_read_at is not null`, accountId) !==
      undefined
  const names = (list: 'domain' | 'server', sql: string) => {
    const rows = database.all<{ name: string }>(sql, accountId)
    return rows.length > 0 || isEmptyListKnown(list) ? rows.map(({ name }) => name) : null
  }
  return {
    domain: names(
      'domain',
      `select name from domain where account_id = ? and gone_since is null and status not in (${movingStatusesSql})`,
    ),
    server: names('server', 'select name from server where account_id = ? and gone_since is null'),
  }
}

export interface AccountPairOverlap {
  accountId: string
  otherAccountId: string
  names: string[]
  count: number
}

interface Found {
  accountId: string
  otherAccountId: string
  name: string
  isMoving: number
}

/**
 * Returns the pairs of accounts at one service that list the same domain or server, because their keys belong to one
 * user and share its quota. Two accounts whose only common domains are in transfer are no pair: both the old and the
 * new user list such a domain.
 */
export function queryAccountPairOverlaps(database: Database): AccountPairOverlap[] {
  const pair = (table: 'domain' | 'server', isMoving: string) =>
    `with shared as (select name from ${table} where gone_since is null group by name having count(*) > 1)
     select a.account_id as accountId, b.account_id as otherAccountId, a.name as name, ${isMoving} as isMoving
     from shared s cross join ${table} a on a.name = s.name cross join ${table} b on b.name = s.name and b.account_id > a.account_id
     where a.gone_since is null and b.gone_since is null`
  const found = [
    ...database.all<Found>(
      pair('domain', `(a.status in (${movingStatusesSql}) or b.status in (${movingStatusesSql}))`),
    ),
    ...database.all<Found>(pair('server', '0')),
  ]
  const services = new Map(
    database
      .all<{ id: string; baseUrl: string }>('select id, base_url as baseUrl from account')
      .map(({ id, baseUrl }) => [id, getServiceIdentity(baseUrl)]),
  )
  const sameService = found.filter(
    ({ accountId, otherAccountId }) => services.get(accountId) === services.get(otherAccountId),
  )
  return groupNames(sameService, ({ accountId, otherAccountId }) => `${accountId} ${otherAccountId}`).map(
    ({ first: { accountId, otherAccountId }, names, count }) => ({ accountId, otherAccountId, names, count }),
  )
}

/** Also the reading of a domain's details may begin or end its transfer, without a reading of the list. */
export function countMovingDomainsByAccount(database: Database): { accountId: string; count: number }[] {
  return database.all(
    `select account_id as accountId, count(*) as count from domain where status in (${movingStatusesSql}) and gone_since is null
     group by account_id order by account_id`,
  )
}

/** Returns the groups with at least one name that is not in transfer. */
function groupNames<Row extends { name: string; isMoving: number }>(
  rows: readonly Row[],
  groupOf: (row: Row) => string,
): { first: Row; names: string[]; count: number }[] {
  return [...Map.groupBy(rows, groupOf).values()].flatMap((group) => {
    const [first] = group
    if (first === undefined || group.every(({ isMoving }) => isMoving === 1)) return []
    return [{ first, names: group.slice(0, maxExampleNames).map(({ name }) => name), count: group.length }]
  })
}

/**
 * Returns the accounts at the service of `baseUrl`, except `accountId`, that list one of these domains or servers of a
 * key. Domains that are moving, for the account or for the key, count as in `queryAccountPairOverlaps`.
 */
export function queryAccountsThatListNames(
  database: Database,
  {
    baseUrl,
    accountId,
    domains,
    servers,
  }: { baseUrl: string; accountId: string | null; domains: readonly ListedDomain[]; servers: string[] },
): KeyTrialOverlap[] {
  const addresses = queryBaseUrlsOfSameServiceAsJson(database, baseUrl)
  const find = (table: 'domain' | 'server', isMoving: string, names: readonly string[]) =>
    database.all<{ accountId: string; accountLabel: string; name: string; isMoving: number }>(
      `select t.account_id as accountId, a.label as accountLabel, t.name as name, ${isMoving} as isMoving
       from json_each(?) j cross join ${table} t on t.name = j.value join account a on a.id = t.account_id
       where a.base_url in (select value from json_each(?)) and a.id is not ? and t.gone_since is null`,
      JSON.stringify(names),
      addresses,
      accountId,
    )
  const names = domains.map(({ domain_name }) => domain_name)
  const notMoving = new Set(listDomainNamesNotInTransfer(domains))
  const found = [
    ...find('domain', `t.status in (${movingStatusesSql})`, names).map((row) =>
      notMoving.has(row.name) ? row : { ...row, isMoving: 1 },
    ),
    ...find('server', '0', servers),
  ]
  return groupNames(found, (row) => row.accountId).map(({ first, names, count }) => ({
    accountId: first.accountId,
    accountLabel: first.accountLabel,
    names,
    count,
  }))
}
