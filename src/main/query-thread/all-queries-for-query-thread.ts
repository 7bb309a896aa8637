import { logQueriesForQueryThread } from '#main/api-logs/list/log-queries-for-query-thread.ts'
import { notificationQueriesForQueryThread } from '#main/notifications/query-expiries-not-yet-notified.ts'
import { detectedChangeQueriesForQueryThread } from '#main/detected-changes/query-detected-changes.ts'
import { inventoryQueriesForQueryThread } from '#main/inventory/inventory-queries-for-query-thread.ts'
import { overviewQueriesForQueryThread } from '#main/overview/overview-queries-for-query-thread.ts'

/** All queries that run in the query thread. */
export const allQueriesForQueryThread = {
  ...inventoryQueriesForQueryThread,
  ...logQueriesForQueryThread,
  ...detectedChangeQueriesForQueryThread,
  ...overviewQueriesForQueryThread,
  ...notificationQueriesForQueryThread,
}
