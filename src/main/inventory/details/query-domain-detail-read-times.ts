import type { DomainDetailKind } from '#shared/domain-and-server-detail-kinds.ts'
import type { ErrorKind } from '#shared/error-kinds.ts'
import type { Database } from '#main/store/database.ts'
import { validJsonOrNullSql } from '#main/store/parse-stored-json.ts'
import type { LastFailedDetailRead } from './detail-read-refusal-rules.ts'

/** A listed domain, and when each of its details was read or refused. A detail that was never asked for is absent. */
export interface DomainDetailReadTimes {
  name: string
  status: string
  byKind: ReadonlyMap<DomainDetailKind, LastFailedDetailRead & { readAt: number | null }>
}

interface DetailRow {
  name: string
  kind: DomainDetailKind
  readAt: number | null
  errorAt: number | null
  errorKind: ErrorKind | null
  code: string | null
}

/**
 * Returns, by name, those of the named domains that the list of the account contains. The query takes less than a frame
 * for a hundred names.
 */
export function queryDomainDetailReadTimes(
  database: Database,
  accountId: string,
  names: readonly string[],
): Map<string, DomainDetailReadTimes> {
  const json = JSON.stringify(names)
  const domains = database.all<{ name: string; status: string }>(
    'select name, status from domain where account_id = ? and name in (select value from json_each(?)) and gone_since is null',
    accountId,
    json,
  )
  const details = database.all<DetailRow>(
    `select name, facet as kind, case when data is null or json_valid(data) then read_at end as readAt, error_at as errorAt,
       json_extract(${validJsonOrNullSql('error')}, '$.kind') as errorKind,
       json_extract(${validJsonOrNullSql('error')}, '$.code') as code
     from facet where account_id = ? and thing = 'domain' and name in (select value from json_each(?))`,
    accountId,
    json,
  )
  const byName = Map.groupBy(details, ({ name }) => name)
  return new Map(
    domains.map(({ name, status }) => {
      const byKind = new Map((byName.get(name) ?? []).map(({ kind, ...reading }) => [kind, reading]))
      return [name, { name, status, byKind }]
    }),
  )
}
