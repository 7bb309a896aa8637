import type { WireError } from '#shared/app-error.ts'
import type { Database } from '#main/store/database.ts'
import { parseStoredError, validJsonOrNullSql } from '#main/store/parse-stored-json.ts'
import { errorCodesOfAbsentDetail, errorCodesOfAbsentZone } from './detail-read-refusal-rules.ts'

export interface UnreadFailedDetails {
  accountId: string
  /** At least 1. */
  count: number
  /** The newest error of these details. */
  error: WireError | null
}

const codeSql = `coalesce(json_extract(${validJsonOrNullSql('f.error')}, '$.code'), '')`
const failedSql = `from facet f where f.account_id = ?1 and f.error is not null and f.error_at >= ?2
  and coalesce(f.read_at, 0) < ?2
  and ${codeSql} not in (select value from json_each(case f.facet when 'zone' then ?3 else ?4 end))`

/**
 * Returns, per account, the details that the last sync failed to read and that no call has read since. Accounts without
 * such details are absent.
 */
export function queryUnreadDetailsThatLastSyncsFailedToRead(database: Database): UnreadFailedDetails[] {
  const runs = database.all<{ accountId: string; since: number; failed: number }>(
    `select account_id as accountId, details_counted_of as since, details_failed as failed from sync_run
     where details_failed > 0`,
  )
  return runs.flatMap(({ accountId, since, failed }) => {
    const params = [
      accountId,
      since,
      JSON.stringify(errorCodesOfAbsentZone),
      JSON.stringify(errorCodesOfAbsentDetail),
    ] as const
    const unread = database.get<{ n: number }>(`select count(*) as n ${failedSql}`, ...params)?.n ?? 0
    // Calls of the user may have failed since, too, for details that the sync did not try to read.
    const count = Math.min(unread, failed)
    if (count === 0) return []
    const newest = database.get<{ error: string }>(
      `select f.error ${failedSql} order by f.error_at desc limit 1`,
      ...params,
    )
    return [{ accountId, count, error: parseStoredError(newest?.error ?? null) }]
  })
}
