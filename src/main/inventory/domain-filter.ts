import { dayMs } from '#shared/api/limits.ts'
import type { DomainFilter } from '#shared/ipc/inventory.ts'
import { japanDate } from '#shared/japan-time.ts'
import type { Param } from '../store/database.ts'
import { nameCondition, searchTerms, splitTerms } from './text.ts'

/** Conditions on the table `domain d`, and the query of the full-text index that goes with them. */
export interface Where {
  conditions: string[]
  params: Param[]
  /** Null when the text has no word that the index can find. */
  match: string | null
}

/**
 * What a filter asks, in SQL. Every word of the text has to be in the names or the records; a word of one or two characters is
 * looked for in the names only. Days are days in Japan.
 */
export function whereOf(filter: DomainFilter, now: number): Where {
  const conditions: string[] = []
  const params: Param[] = []
  if (filter.accountIds) {
    conditions.push('d.account_id in (select value from json_each(?))')
    params.push(JSON.stringify(filter.accountIds))
  }
  if (filter.statuses?.length === 1) {
    conditions.push('d.status = ?')
    params.push(filter.statuses[0] as string)
  } else if (filter.statuses) {
    conditions.push('d.status in (select value from json_each(?))')
    params.push(JSON.stringify(filter.statuses))
  }
  if (filter.expiresWithinDays !== null) {
    conditions.push(`coalesce(d.expiry_date, '9999-99-99') <= ?`)
    params.push(japanDate(now + filter.expiresWithinDays * dayMs))
  }
  const { match, short } = splitTerms(searchTerms(filter.text))
  for (const term of short) {
    const condition = nameCondition(term)
    conditions.push(condition.sql)
    params.push(...condition.params)
  }
  return { conditions, params, match }
}
