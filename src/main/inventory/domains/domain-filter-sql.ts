import { isDomainDetailAvailable, type DomainDetailKind } from '#shared/domain-and-server-detail-kinds.ts'
import { dayMs } from '#shared/durations.ts'
import {
  maxFreshDetailsAgeMs,
  goneStatus,
  type DetailsAge,
  type DomainFilter,
  type ExpiryFilter,
  type AttributeFilters,
  type AttributeFilterState,
} from '#shared/ipc/inventory.ts'
import { formatJapanDate } from '#shared/japan-time.ts'
import { parseRecordTargets } from '#shared/parse-record-targets.ts'
import {
  buildSearchIndexIdsOfDomainsByAnnotationSql,
  buildDomainAnnotationContainsSql,
  buildDomainHasCustomerSql,
  buildDomainHasTagsSql,
} from '#main/annotations/build-domain-annotation-filter-sql.ts'
import type { SqlWithParams } from '#main/store/sql-with-params.ts'
import { idna } from '#main/node-idna.ts'
import { validJsonOrNullSql } from '#main/store/parse-stored-json.ts'
import type { SqlParam } from '#main/store/database.ts'
import { errorCodesOfAbsentDetail } from '#main/inventory/details/detail-read-refusal-rules.ts'
import {
  buildDomainNameContainsSql,
  parseSearchText,
  toFtsMatchAndSplitTerms,
  type ParsedSearchText,
} from '#main/inventory/search-index/parse-and-match-search-text.ts'

/** Conditions on the table `domain d`, and the search that belongs to them. */
export interface DomainSqlConditions {
  conditions: string[]
  params: SqlParam[]
  /** The search for the text; null when no word is long enough for the index. */
  textSearch: {
    /** Query for the ids of the matching search entries, each once. */
    entries: SqlWithParams
    /** The condition on `domain d` for the same search. */
    condition: SqlWithParams
  } | null
}

/** Domains that the service still lists. */
export const domainNotGoneSql = 'd.gone_since is null'

/**
 * Builds the SQL conditions of a filter. A text that is an IP address matches the domains with a record of that
 * address. For any other text, every word has to be in the names or the records, or else in the names, tags, customer
 * and note. A word of one or two characters is not searched in the records. Days are days in Japan.
 */
export function buildDomainConditions(filter: DomainFilter, now: number): DomainSqlConditions {
  const conditions: string[] = []
  const params: SqlParam[] = []
  if (filter.accountIds) {
    conditions.push('d.account_id in (select value from json_each(?))')
    params.push(JSON.stringify(filter.accountIds))
  }
  const byStatus = buildStatusCondition(filter.statuses)
  conditions.push(...byStatus.conditions)
  params.push(...byStatus.params)
  for (const condition of [
    ...buildExpiryConditions(filter, now),
    ...(filter.tags ? [buildDomainHasTagsSql(filter.tags)] : []),
    ...buildAttributeConditions(filter, now),
  ]) {
    conditions.push(condition.sql)
    params.push(...condition.params)
  }
  const { textSearch, short } = buildTextConditions(parseSearchText(filter.text))
  for (const term of short) {
    const [inName, inAnnotation] = [buildDomainNameContainsSql(term), buildDomainAnnotationContainsSql([term])]
    conditions.push(`(${inName.sql} or ${inAnnotation.sql})`)
    params.push(...inName.params, ...inAnnotation.params)
  }
  return { conditions, params, textSearch }
}

/** The expiry date of `domain d`, by the expression of its index. An unknown date comes after all others. */
export const domainExpiryOrMaxDateSql = `coalesce(d.expiry_date, '9999-99-99')`
const lastDate = '9999-99-98'

/** Builds the filters by expiry date as conditions on `domain d`. */
export function buildExpiryConditions(
  { expiresWithinDays, expiresFrom, expiresTo, hasNoExpiryDate }: ExpiryFilter,
  now: number,
): SqlWithParams[] {
  const conditions: SqlWithParams[] = []
  if (expiresWithinDays !== null)
    conditions.push({
      sql: `${domainExpiryOrMaxDateSql} <= ?`,
      params: [formatJapanDate(now + expiresWithinDays * dayMs)],
    })
  if (expiresFrom !== null || expiresTo !== null)
    conditions.push({
      sql: `${domainExpiryOrMaxDateSql} between ? and ?`,
      params: [expiresFrom ?? '', expiresTo ?? lastDate],
    })
  if (hasNoExpiryDate) conditions.push({ sql: `${domainExpiryOrMaxDateSql} > ?`, params: [lastDate] })
  return conditions
}

/** The TLD of `domain d`: all labels but the first. */
export const domainTldSql = `substr(d.name, instr(d.name, '.') + 1)`

/** Builds the filters by attributes as conditions on `domain d`. */
export function buildAttributeConditions(
  { autoRenew, lock, privacy, detailsAge, tlds, nameserver, server, pointsTo, customers }: AttributeFilters,
  now: number,
): SqlWithParams[] {
  const conditions: SqlWithParams[] = []
  if (autoRenew !== null) conditions.push({ sql: `d.auto_renew ${comparedToState[autoRenew]}`, params: [] })
  if (lock !== null) conditions.push({ sql: `d.is_locked ${comparedToState[lock]}`, params: [] })
  if (privacy !== null) conditions.push({ sql: `d.has_whois_privacy ${comparedToState[privacy]}`, params: [] })
  if (detailsAge !== null) conditions.push(buildDetailsAgeCondition(detailsAge, now))
  if (tlds.length > 0)
    conditions.push({
      sql: `${domainTldSql} in (select value from json_each(?))`,
      params: [JSON.stringify(tlds.map((tld) => tld.toLowerCase()))],
    })
  const host = nameserver.trim().toLowerCase().replace(/\.$/, '')
  if (host !== '')
    conditions.push({
      sql: 'exists (select 1 from domain_nameserver x where x.entry = d.entry and instr(x.host, ?) > 0)',
      params: [host],
    })
  if (server !== null) {
    const info = `(select ${validJsonOrNullSql('s.data')} from facet s
      where s.account_id = ? and s.thing = 'server' and s.name = ? and s.facet = 'info')`
    const addresses = `addresses_in(json_extract(${info}, '$.ip_address'))`
    conditions.push(
      buildPointsToCondition(
        { sql: addresses, params: [server.accountId, server.name] },
        { sql: `host_names_of_server(${info})`, params: [server.accountId, server.name] },
      ),
    )
  }
  if (pointsTo !== '') {
    const { addresses, hosts } = parseRecordTargets(pointsTo, idna)
    conditions.push(
      buildPointsToCondition(
        { sql: '?', params: [JSON.stringify(addresses)] },
        { sql: '?', params: [JSON.stringify(hosts)] },
      ),
    )
  }
  if (customers.length > 0) conditions.push(buildDomainHasCustomerSql(customers))
  return conditions
}

/**
 * The domains with a record that points to one of the addresses or hosts, which are JSON arrays, as a condition on
 * `domain d`. The zone of a host itself does not count. The search index finds the zones that contain a host; the
 * records of these are checked one by one.
 */
function buildPointsToCondition(addresses: SqlWithParams, hosts: SqlWithParams): SqlWithParams {
  return {
    sql: `(d.entry in (select x.entry from json_each(${addresses.sql}) t cross join domain_address x on x.address = t.value)
      or d.entry in (select s.rowid from json_each(${hosts.sql}) t cross join search s
          where s.search match '{body} : "' || t.value || '"')
        and exists (select 1 from json_each(${hosts.sql}) t cross join record r
          where r.account_id = d.account_id and r.domain = d.name and d.name <> t.value
          and instr(lower(r.content), t.value) > 0 and points_to_host(r.type, r.content, t.value)))`,
    params: [...addresses.params, ...hosts.params, ...hosts.params],
  }
}

/** Selects the domains whose details have this age, as a condition on `domain d`. */
export function buildDetailsAgeCondition(age: DetailsAge, now: number): SqlWithParams {
  if (age === 'unread') return { sql: 'd.details_read_at is null', params: [] }
  return { sql: `d.details_read_at ${age === 'fresh' ? '>' : '<='} ?`, params: [now - maxFreshDetailsAgeMs] }
}

/** The filters by a value of a detail, and that detail. */
export const detailKindByDomainFilter = {
  autoRenew: 'detail',
  lock: 'lock',
  privacy: 'whois',
  nameserver: 'nameservers',
} as const satisfies Partial<Record<keyof AttributeFilters, DomainDetailKind>>

/**
 * Selects the listed domains of which a detail was never read, as a condition on `domain d`. An answer that the domain
 * does not have the detail counts as a reading.
 */
export function buildDetailNeverReadSql(kind: Exclude<DomainDetailKind, 'zone'>): string {
  const absentCodes = errorCodesOfAbsentDetail.map((code) => `'${code}'`).join()
  return `(${domainNotGoneSql} and d.details_read_at is null ${isDomainDetailAvailable(kind, '') ? '' : "and d.status = 'active'"} and not exists (
    select 1 from facet f where f.account_id = d.account_id and f.thing = 'domain' and f.name = d.name and f.facet = '${kind}'
    and (f.read_at is not null or json_extract(${validJsonOrNullSql('f.error')}, '$.code') in (${absentCodes}))))`
}

const comparedToState: Record<AttributeFilterState, string> = { on: '= 1', off: '= 0', unread: 'is null' }

function buildTextConditions(query: ParsedSearchText): {
  textSearch: DomainSqlConditions['textSearch']
  short: string[]
} {
  if ('address' in query) {
    // The domains are checked row by row, so that a page for an address of every domain costs no more than an
    // unfiltered page.
    const condition = 'exists (select 1 from domain_address x where x.address = ? and x.entry = d.entry)'
    return {
      textSearch: {
        entries: { sql: 'select entry from domain_address where address = ?', params: [query.address] },
        condition: { sql: condition, params: [query.address] },
      },
      short: [],
    }
  }
  const { match, long, short } = toFtsMatchAndSplitTerms(query.terms)
  if (match === null) return { textSearch: null, short }
  const inIndex = 'select rowid as entry from search where search match ?'
  const annotated = buildDomainAnnotationContainsSql(long)
  const others = buildSearchIndexIdsOfDomainsByAnnotationSql(long)
  return {
    textSearch: {
      // `union all`, because `union` would read every match before it returns the first one.
      entries: {
        sql: `${inIndex} union all select entry from (${others.sql}) where entry not in (${inIndex})`,
        params: [match, ...others.params, match],
      },
      condition: { sql: `(d.entry in (${inIndex}) or ${annotated.sql})`, params: [match, ...annotated.params] },
    },
    short,
  }
}

/**
 * `statuses` null: all domains that are not gone. `goneStatus` matches gone domains, whatever their last status was.
 */
function buildStatusCondition(statuses: readonly string[] | null): Omit<DomainSqlConditions, 'textSearch'> {
  if (statuses === null) return { conditions: [domainNotGoneSql], params: [] }
  const others = statuses.filter((status) => status !== goneStatus)
  const inStatus = others.length === 1 ? 'd.status = ?' : 'd.status in (select value from json_each(?))'
  const params = [others.length === 1 ? (others[0] as string) : JSON.stringify(others)]
  if (others.length === statuses.length) return { conditions: [domainNotGoneSql, inStatus], params }
  return others.length === 0
    ? { conditions: ['d.gone_since is not null'], params: [] }
    : { conditions: [`(d.gone_since is not null or ${inStatus})`], params }
}
