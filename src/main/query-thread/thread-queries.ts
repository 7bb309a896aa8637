import { logThreadQueries } from '#main/api-logs/list/log-thread-queries.ts'
import { notificationThreadQueries } from '#main/notifications/query-expiring-resources.ts'
import { detectedChangeThreadQueries } from '#main/detected-changes/query-detected-changes.ts'
import { inventoryThreadQueries } from '#main/inventory/inventory-thread-queries.ts'
import { overviewThreadQueries } from '#main/overview/overview-thread-queries.ts'

/** All queries that run in the query thread. */
export const threadQueries = {
  ...inventoryThreadQueries,
  ...logThreadQueries,
  ...detectedChangeThreadQueries,
  ...overviewThreadQueries,
  ...notificationThreadQueries,
}
