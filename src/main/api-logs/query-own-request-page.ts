import type { RequestLogRow } from '#shared/ipc/api-logs.ts'
import type { PageOf } from '#shared/ipc/common-schemas.ts'
import type { Database } from '#main/store/database.ts'

export interface OwnRequestPageQuery {
  accountIds: string[] | null
  onlyFailed: boolean
  offset: number
  limit: number
}

/**
 * Returns a page of the ended requests of this app, newest first. A failed request has no status, a status of 400 or
 * above, or an error kind.
 */
export function queryOwnRequestPage(
  database: Database,
  { accountIds, onlyFailed, offset, limit }: OwnRequestPageQuery,
): PageOf<RequestLogRow> {
  const conditions = [
    'is_in_flight = 0',
    ...(accountIds ? ['account_id in (select value from json_each(?))'] : []),
    ...(onlyFailed ? ['(status is null or status >= 400 or error_kind is not null)'] : []),
  ]
  const where = `where ${conditions.join(' and ')}`
  const params = accountIds ? [JSON.stringify(accountIds)] : []
  const rows = database.all<RequestLogRow>(
    `select id, account_id as accountId, key_id as keyId, endpoint, method, path, at, status, iif(status is null and error_kind is null, null, duration_ms) as durationMs, attempt,
       error_kind as errorKind, code from request ${where} order by at desc, id desc limit ? offset ?`,
    ...params,
    limit,
    offset,
  )
  const total = database.get<{ n: number }>(`select count(*) as n from request ${where}`, ...params)?.n ?? 0
  return { rows, total, offset }
}
