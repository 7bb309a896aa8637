import { logListQueries } from '#main/api-logs/list/log-list-queries.ts'
import { notificationQueries } from '#main/notifications/query-expiring-resources.ts'
import { seenChangeQueries } from '#main/seen-changes/query-seen-changes.ts'
import { inventoryListQueries } from '#main/inventory/list-queries.ts'
import { overviewQueries } from '#main/overview/overview-queries.ts'

/** All queries that run in the query thread. */
export const threadQueries = {
  ...inventoryListQueries,
  ...logListQueries,
  ...seenChangeQueries,
  ...overviewQueries,
  ...notificationQueries,
}
