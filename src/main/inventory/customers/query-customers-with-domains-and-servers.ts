import { compareInNaturalOrder } from '#shared/compare-in-natural-order.ts'
import { getCustomerComparisonKey } from '#shared/customer-name-rules.ts'
import type { Customer } from '#shared/ipc/customers.ts'
import { domainTldSql } from '#main/inventory/domains/domain-filter-sql.ts'
import type { Database } from '#main/store/database.ts'

/** A domain by its `entry`; a server by its account and name as a JSON array. */
export type DomainIdOrServerKey = number | string

const ownedSql = {
  domain: `from annotation n cross join domain r on r.account_id = n.account_id and r.name = n.name
    where n.customer_key <> '' and n.kind = 'domain'`,
  server: `from annotation n cross join server r on r.account_id = n.account_id and r.name = n.name
    where n.customer_key <> '' and n.kind = 'server'`,
}

/**
 * For each account whose keys may read only a part of a list or nothing of it, by its ID: the names that they may read,
 * in lower case. The read time of such a list says nothing of other names.
 */
export type NamesReadableByLimitedKeys = Readonly<
  Record<'domain' | 'server', Readonly<Record<string, readonly string[]>>>
>

const buildMayKeysReadNameSql = (param: string): string =>
  `(n.account_id not in (select key from json_each(${param})) or (n.account_id, lower(n.name)) in
    (select a.key, t.value from json_each(${param}) a, json_each(a.value) t))`
const buildMayKeysReadAnyNameSql = (param: string): string =>
  `n.account_id not in (select key from json_each(${param}) where json_array_length(value) = 0)`
const isListReadSql = {
  domain: `s.domains_read_at is not null and ${buildMayKeysReadNameSql('?1')}`,
  server: `s.servers_read_at is not null and ${buildMayKeysReadNameSql('?2')}`,
}
/** Also true of a list of which the keys may read a part only. A list that no key may read has a read time, too. */
const isListPartlyReadSql = {
  domain: `s.domains_read_at is not null and ${buildMayKeysReadAnyNameSql('?1')}`,
  server: `s.servers_read_at is not null and ${buildMayKeysReadAnyNameSql('?2')}`,
}
const nothingStoredSql = `from annotation n left join sync_run s on s.account_id = n.account_id
  where n.customer_key <> '' and case n.kind
    when 'domain' then not exists (select 1 from domain r where r.account_id = n.account_id and r.name = n.name)
    else not exists (select 1 from server r where r.account_id = n.account_id and r.name = n.name) end`
const ofOwnListSql = ({ domain, server }: Record<'domain' | 'server', string>): string =>
  `(case n.kind when 'domain' then ${domain} else ${server} end)`
const isOwnListReadSql = ofOwnListSql(isListReadSql)

/**
 * Annotations of a domain or server of which nothing is stored, for example because the database was rebuilt after it
 * was gone. Nothing is known of it before the list of its account was read.
 */
const unstoredSql = `${nothingStoredSql} and ${isOwnListReadSql}`

const isAccountKnownSql = 'n.account_id in (select id from account)'

/**
 * Annotations of a domain or server of which nothing is stored, and whose list was never read completely or cannot show
 * it to the keys of the account.
 */
const notReadSql = `${nothingStoredSql} and not ${isOwnListReadSql} and ${isAccountKnownSql}`

/** Those of `notReadSql` whose list has no age that could be shown. */
const withoutListAgeSql = `${notReadSql} and not ${ofOwnListSql(isListPartlyReadSql)}`

/**
 * Annotations that came from their backup into a database without their account. `moveOrphanedAnnotationsToAccount`
 * gives them to an account that lists them.
 */
const unknownAccountSql = `${nothingStoredSql} and not ${isOwnListReadSql} and not ${isAccountKnownSql}`

const toReadableNamesParams = ({ domain, server }: NamesReadableByLimitedKeys): [string, string] => [
  JSON.stringify(domain),
  JSON.stringify(server),
]

interface OwnedCount {
  key: string
  listed: number
  gone: number
  nextExpiry: string | null
}

/** Returns all customers in use, by name. */
export function queryCustomers(database: Database, readableNames: NamesReadableByLimitedKeys): Customer[] {
  const byKey = new Map<string, Customer>()
  for (const { key, label } of database.all<{ key: string; label: string }>('select key, label from customer'))
    byKey.set(key, { name: label, domains: 0, servers: 0, gone: 0, notRead: 0, ofUnknownAccount: 0, nextExpiry: null })
  for (const [kind, field] of [
    ['domain', 'domains'],
    ['server', 'servers'],
  ] as const) {
    const counts = database.all<OwnedCount>(
      `select n.customer_key as key, sum(r.gone_since is null) as listed, sum(r.gone_since is not null) as gone,
         min(case when r.gone_since is null then r.expiry_date end) as nextExpiry ${ownedSql[kind]} group by n.customer_key`,
    )
    for (const { key, listed, gone, nextExpiry } of counts) {
      const customer = byKey.get(key)
      if (!customer) continue
      customer[field] += listed
      customer.gone += gone
      if (nextExpiry !== null && (customer.nextExpiry === null || nextExpiry < customer.nextExpiry))
        customer.nextExpiry = nextExpiry
    }
  }
  for (const [sql, field] of [
    [unstoredSql, 'gone'],
    [notReadSql, 'notRead'],
    [unknownAccountSql, 'ofUnknownAccount'],
  ] as const) {
    const counts = database.all<{ key: string; n: number }>(
      `select n.customer_key as key, count(*) as n ${sql} group by n.customer_key`,
      ...toReadableNamesParams(readableNames),
    )
    for (const { key, n } of counts) {
      const customer = byKey.get(key)
      if (customer) customer[field] += n
    }
  }
  return [...byKey.values()].sort((one, other) => compareInNaturalOrder(one.name, other.name))
}

/**
 * Returns the domains and servers of a customer that are not gone, soonest expiry first; without an expiry date last.
 */
export function queryIdsOfCustomerDomainsAndServers(database: Database, customer: string): DomainIdOrServerKey[] {
  const of = `and n.customer_key = ?1 and r.gone_since is null`
  return database
    .all<{ entry: number | null; server: string | null }>(
      `select entry, server from (
         select r.entry as entry, null as server, r.expiry_date as expiry, r.name as name, r.account_id as account ${ownedSql.domain} ${of}
         union all
         select null, json_array(r.account_id, r.name), r.expiry_date, r.name, r.account_id ${ownedSql.server} ${of})
       order by coalesce(expiry, '9999-99-99'), name, account`,
      getCustomerComparisonKey(customer),
    )
    .flatMap(({ entry, server }) => entry ?? server ?? [])
}

export interface CustomerDomainCountByTldAndStatus {
  accountId: string
  tld: string
  status: string
  count: number
}

export interface CustomerDomainAndServerCounts {
  /** In the spelling that is stored. */
  name: string
  /** Domains that are not gone. */
  domains: CustomerDomainCountByTldAndStatus[]
  servers: number
  /** Includes `unstored`. */
  gone: number
  /** Names of the domains and servers that no list holds and of which nothing else is stored. */
  unstored: string[]
  /**
   * Number of domains and servers of which nothing is stored, because the list of their account was not read or no key
   * may read them.
   */
  notRead: number
  /** Number of domains and servers of accounts that the database does not have. */
  ofUnknownAccount: number
  /** Number of names that are not gone and that several accounts list. */
  listedBySeveral: number
  /**
   * When the oldest list that contains these domains and servers was read. Null: there are none, or one of the lists
   * was never read completely, also a list that may contain those of `notRead`.
   */
  listsReadAt: number | null
}

/** Returns null if no domain and no server has the customer. */
export function countDomainsAndServersOfCustomer(
  database: Database,
  customer: string,
  readableNames: NamesReadableByLimitedKeys,
): CustomerDomainAndServerCounts | null {
  const key = getCustomerComparisonKey(customer)
  const name = database.get<{ label: string }>('select label from customer where key = ?', key)?.label
  if (name === undefined) return null
  const count = (kind: 'domain' | 'server', condition: string): number =>
    database.get<{ n: number }>(`select count(*) as n ${ownedSql[kind]} and n.customer_key = ? and ${condition}`, key)
      ?.n ?? 0
  const readableNamesAndKey = [...toReadableNamesParams(readableNames), key]
  const unstored = database
    .all<{ name: string }>(
      `select n.name as name ${unstoredSql} and n.customer_key = ?3 order by n.name`,
      ...readableNamesAndKey,
    )
    .map((each) => each.name)
  const countAnnotations = (sql: string): number =>
    database.get<{ n: number }>(`select count(*) as n ${sql} and n.customer_key = ?3`, ...readableNamesAndKey)?.n ?? 0
  return {
    name,
    domains: database.all<CustomerDomainCountByTldAndStatus>(
      `select accountId, tld, status, count(*) as count from (
         select d.account_id as accountId, ${domainTldSql} as tld, d.status as status
         from (select r.* ${ownedSql.domain} and n.customer_key = ? and r.gone_since is null) d)
       group by accountId, tld, status`,
      key,
    ),
    servers: count('server', 'r.gone_since is null'),
    gone: count('domain', 'r.gone_since is not null') + count('server', 'r.gone_since is not null') + unstored.length,
    unstored,
    notRead: countAnnotations(notReadSql),
    ofUnknownAccount: countAnnotations(unknownAccountSql),
    listedBySeveral: countNamesListedBySeveralAccounts(database, key),
    listsReadAt: countAnnotations(withoutListAgeSql) > 0 ? null : queryOldestListTime(database, key),
  }
}

function countNamesListedBySeveralAccounts(database: Database, key: string): number {
  const namesOf = (kind: 'domain' | 'server') =>
    `select r.name ${ownedSql[kind]} and n.customer_key = ?1 and r.gone_since is null group by r.name having count(*) > 1`
  return (
    database.get<{ n: number }>(
      `select (select count(*) from (${namesOf('domain')})) + (select count(*) from (${namesOf('server')})) as n`,
      key,
    )?.n ?? 0
  )
}

/**
 * Uses the read times of the lists. `read_at` of a row would be wrong, because reading the details of a domain moves it
 * forward.
 */
function queryOldestListTime(database: Database, key: string): number | null {
  const lists = database.all<{ readAt: number | null }>(
    `select s.domains_read_at as readAt from (
       select distinct r.account_id ${ownedSql.domain} and n.customer_key = ?1 and r.gone_since is null) own
       left join sync_run s on s.account_id = own.account_id
     union all
     select s.servers_read_at from (
       select distinct r.account_id ${ownedSql.server} and n.customer_key = ?1 and r.gone_since is null) own
       left join sync_run s on s.account_id = own.account_id`,
    key,
  )
  const times = lists.map(({ readAt }) => readAt).filter((readAt) => readAt !== null)
  return times.length === 0 || times.length < lists.length ? null : Math.min(...times)
}
