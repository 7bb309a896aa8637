import { pendingDomainStatuses, pendingServerStatuses } from '#shared/pending-statuses.ts'
import type { ResourceKind } from '#main/inventory/details/detail-store.ts'
import type { Database } from '#main/store/database.ts'

const pendingStatuses = { domain: pendingDomainStatuses, server: pendingServerStatuses }

/** The domains or servers of one account whose status is pending: a registration, transfer or setup is not finished. */
export interface ListWithPendingStatuses {
  accountId: string
  list: ResourceKind
  count: number
  /** Names and statuses in one text. */
  shown: string
  /** The oldest time at which one of them was read. */
  readAt: number
}

/** Few rows have these statuses, and an index finds the domains. */
export function queryListsWithPendingStatuses(database: Database): ListWithPendingStatuses[] {
  return (['domain', 'server'] as const).flatMap((list) =>
    database
      .all<Omit<ListWithPendingStatuses, 'list'>>(
        `select account_id as accountId, count(*) as count, min(read_at) as readAt, group_concat(name || ' ' || status, ' ') as shown
         from (select account_id, name, status, read_at from ${list}
           where status in (select value from json_each(?)) and gone_since is null order by account_id, name)
         group by account_id`,
        JSON.stringify(pendingStatuses[list]),
      )
      .map((found) => ({ ...found, list })),
  )
}
