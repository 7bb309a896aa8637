import { dayMs } from '#shared/api/limits.ts'
import { goneStatus, type DomainFilter } from '#shared/ipc/inventory.ts'
import { formatJapanDate } from '#shared/japan-time.ts'
import type { SqlParam } from '#main/store/database.ts'
import { domainNameContainsSql, parseTextQuery, toFullTextQuery, type TextQuery } from '#main/inventory/search/parse-text-query.ts'

/** Conditions on the table `domain d`, and the search entries that go with them. */
export interface DomainConditions {
  conditions: string[]
  params: SqlParam[]
  /** A query for the numbers of the entries in which the text was found; null when it has no word that an index can find. */
  textEntries: { sql: string; /** The same on `domain d`. */ condition: string; param: string } | null
}

/** What is not gone. */
export const notGoneCondition = 'd.gone_since is null'

/**
 * What a filter asks, in SQL. A text that is an address asks for the domains with a record of that address; of any other, every word of the text has to be in the names or the records; a word of one or two characters is
 * looked for in the names only. Days are days in Japan.
 */
export function buildDomainConditions(filter: DomainFilter, now: number): DomainConditions {
  const conditions: string[] = []
  const params: SqlParam[] = []
  if (filter.accountIds) {
    conditions.push('d.account_id in (select value from json_each(?))')
    params.push(JSON.stringify(filter.accountIds))
  }
  const byStatus = buildStatusCondition(filter.statuses)
  conditions.push(...byStatus.conditions)
  params.push(...byStatus.params)
  if (filter.expiresWithinDays !== null) {
    conditions.push(`coalesce(d.expiry_date, '9999-99-99') <= ?`)
    params.push(formatJapanDate(now + filter.expiresWithinDays * dayMs))
  }
  const { textEntries, short } = buildTextConditions(parseTextQuery(filter.text))
  for (const term of short) {
    const condition = domainNameContainsSql(term)
    conditions.push(condition.sql)
    params.push(...condition.params)
  }
  return { conditions, params, textEntries }
}

function buildTextConditions(query: TextQuery): { textEntries: DomainConditions['textEntries']; short: string[] } {
  if ('address' in query) {
    // Looked up row by row, a page of an address that every domain has costs nothing more than one without a filter.
    const condition = 'exists (select 1 from domain_address x where x.address = ? and x.entry = d.entry)'
    return { textEntries: { sql: 'select entry from domain_address where address = ?', condition, param: query.address }, short: [] }
  }
  const { match, short } = toFullTextQuery(query.terms)
  const sql = 'select rowid as entry from search where search match ?'
  return { textEntries: match === null ? null : { sql, condition: `d.entry in (${sql})`, param: match }, short }
}

/** No statuses: all that is not gone. `goneStatus` asks for what is gone, whatever its last status was. */
function buildStatusCondition(statuses: readonly string[] | null): Omit<DomainConditions, 'textEntries'> {
  if (statuses === null) return { conditions: [notGoneCondition], params: [] }
  const others = statuses.filter((status) => status !== goneStatus)
  const inStatus = others.length === 1 ? 'd.status = ?' : 'd.status in (select value from json_each(?))'
  const params = [others.length === 1 ? (others[0] as string) : JSON.stringify(others)]
  if (others.length === statuses.length) return { conditions: [notGoneCondition, inStatus], params }
  return others.length === 0 ? { conditions: ['d.gone_since is not null'], params: [] } : { conditions: [`(d.gone_since is not null or ${inStatus})`], params }
}
