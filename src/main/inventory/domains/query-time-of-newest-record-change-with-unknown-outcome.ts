import type { Database } from '#main/store/database.ts'

/**
 * When the newest change of records with an unknown outcome was logged; null if there is none. The account does not
 * matter: accounts that list the same domain show the same zone.
 */
export function queryTimeOfNewestRecordChangeWithUnknownOutcome(database: Database, domain: string): number | null {
  const row = database.get<{ at: number | null }>(
    `select max(coalesce(confirmed_at, at)) as at from change_log
     where domain = ? and result = 'unknown' and kind in ('add', 'change', 'delete')`,
    domain,
  )
  return row?.at ?? null
}
