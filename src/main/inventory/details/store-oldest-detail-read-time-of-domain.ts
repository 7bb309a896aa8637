import { listAvailableDomainDetailKinds, type DomainDetailKind } from '#shared/domain-and-server-detail-kinds.ts'
import type { Database } from '#main/store/database.ts'
import { validJsonOrNullSql } from '#main/store/parse-stored-json.ts'
import { errorCodesOfAbsentDetail, errorCodesOfAbsentZone } from './detail-read-refusal-rules.ts'

interface DetailTimes {
  facet: string
  read_at: number | null
  error_at: number | null
  code: string | null
}

/**
 * Stores in `domain.details_read_at` the read time of the oldest detail among those that a domain in this status has;
 * null if one of them was never read. A detail that does not exist according to its last answer does not count; if
 * there is no other, the time of that answer is stored. Call it after a change of a detail or of the status.
 */
export function storeOldestDetailReadTime(database: Database, accountId: string, name: string): void {
  const status = database.get<{ status: string }>(
    'select status from domain where account_id = ? and name = ?',
    accountId,
    name,
  )?.status
  if (status === undefined) return
  const stored = database.all<DetailTimes>(
    `select facet, read_at, error_at, json_extract(${validJsonOrNullSql('error')}, '$.code') as code
     from facet where account_id = ? and thing = 'domain' and name = ?`,
    accountId,
    name,
  )
  const timesOf = (kind: DomainDetailKind): { readAt: number | null; absentAt: number | null } => {
    const times = stored.find(({ facet }) => facet === kind)
    const isAbsent = (kind === 'zone' ? errorCodesOfAbsentZone : errorCodesOfAbsentDetail).includes(times?.code ?? '')
    return { readAt: times?.read_at ?? null, absentAt: isAbsent ? (times?.error_at ?? null) : null }
  }
  const times = listAvailableDomainDetailKinds(status).map(timesOf)
  const existing = times.filter(({ absentAt }) => absentAt === null).map(({ readAt }) => readAt ?? 0)
  const oldest = Math.min(...(existing.length > 0 ? existing : times.map(({ absentAt }) => absentAt ?? 0)))
  database.run(
    'update domain set details_read_at = ? where account_id = ? and name = ?',
    oldest === 0 ? null : oldest,
    accountId,
    name,
  )
}
