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
 * null if one of them was never read. An answer that there is no such detail counts as a reading. Call it after a
 * change of a detail or of the status.
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
  const timeOf = (kind: DomainDetailKind): number => {
    const times = stored.find(({ facet }) => facet === kind)
    const isAbsent = (kind === 'zone' ? errorCodesOfAbsentZone : errorCodesOfAbsentDetail).includes(times?.code ?? '')
    return Math.max(times?.read_at ?? 0, isAbsent ? (times?.error_at ?? 0) : 0)
  }
  const oldest = Math.min(...listAvailableDomainDetailKinds(status).map(timeOf))
  database.run(
    'update domain set details_read_at = ? where account_id = ? and name = ?',
    oldest === 0 ? null : oldest,
    accountId,
    name,
  )
}
