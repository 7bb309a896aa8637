import type { DomainRef } from '#shared/ipc/domain-reading.ts'
import type { DomainFilter, DomainRow } from '#shared/ipc/inventory.ts'
import { getResourceKey } from '#shared/get-resource-key.ts'
import type { GoneDomainName } from '#shared/domain-change-csv/match-csv-domains.ts'
import type { Database } from '#main/store/database.ts'
import { buildDomainConditions } from './domain-filter-sql.ts'
import { queryDomainRow } from './query-domains.ts'

export interface DomainWithFilterMatch {
  row: DomainRow
  /** Whether the domain matches the filter. */
  matchesFilter: boolean
}

/** Returns the stored rows of the named domains, in the given order. Each row says whether it matches the filter. */
export function queryDomainsByNameAndCheckFilter(
  database: Database,
  names: readonly DomainRef[],
  filter: DomainFilter,
  now: number,
): DomainWithFilterMatch[] {
  const listed = queryMatchingKeys(database, names, filter, now)
  return names.flatMap(({ accountId, name }) => {
    const row = queryDomainRow(database, accountId, name)
    return row ? [{ row, matchesFilter: listed.has(getResourceKey({ accountId, name })) }] : []
  })
}

/** Returns the accounts that list the named domains now. */
export function queryListedDomainsByName(database: Database, names: readonly string[]): DomainRef[] {
  return database.all<DomainRef>(
    `select d.account_id as "accountId", d.name from json_each(?) n cross join domain d on d.name = n.value
     where d.gone_since is null order by n.key, d.account_id`,
    JSON.stringify(names),
  )
}

/** Returns the named domains that no list has now, each with the label of an account whose list had it. */
export function queryGoneDomainsByName(database: Database, names: readonly string[]): GoneDomainName[] {
  return database.all<GoneDomainName>(
    `select d.name, min(a.label) as account from json_each(?) n cross join domain d on d.name = n.value join account a on a.id = d.account_id
     group by d.name having count(d.gone_since) = count(*)`,
    JSON.stringify(names),
  )
}

/** Returns the IDs of the domains of all accounts whose name or decoded name begins with a text in lower case. */
export function queryDomainIdsByPrefix(database: Database, prefix: string): number[] {
  // The last code point of Unicode is in no name.
  const range = [prefix, `${prefix}\u{10ffff}`]
  return database
    .all<{ entry: number }>(
      `select entry from domain where name >= ? and name < ?
       union select entry from domain where decoded_name is not null and decoded_name >= ? and decoded_name < ?`,
      ...range,
      ...range,
    )
    .map(({ entry }) => entry)
}

function queryMatchingKeys(
  database: Database,
  names: readonly DomainRef[],
  filter: DomainFilter,
  now: number,
): Set<string> {
  const { conditions, params, textSearch } = buildDomainConditions(filter, now)
  const all = textSearch === null ? conditions : [...conditions, textSearch.condition.sql]
  const keys = database.all<{ account_id: string; name: string }>(
    `select d.account_id, d.name from json_each(?) n
     cross join domain d on d.account_id = n.value ->> 'accountId' and d.name = n.value ->> 'name'
     ${all.length > 0 ? `where ${all.join(' and ')}` : ''}`,
    JSON.stringify(names),
    ...params,
    ...(textSearch === null ? [] : textSearch.condition.params),
  )
  return new Set(keys.map(({ account_id: accountId, name }) => getResourceKey({ accountId, name })))
}
