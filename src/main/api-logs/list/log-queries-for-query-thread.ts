import type { BoundReadOnlyQueries } from '#main/store/bind-read-only-queries.ts'
import { queryLogSliceEntryIds } from './divide-log-query-into-slices.ts'
import { queryLogSourceAddresses } from './query-and-mark-log-source-addresses.ts'
import { queryLogStatisticsPerDay } from './query-log-statistics-per-day.ts'

/** Queries of the stored log entries that may take longer than a frame with a million entries (ADR 32). */
export const logQueriesForQueryThread = {
  logAddresses: queryLogSourceAddresses,
  logDays: queryLogStatisticsPerDay,
  logSliceIds: queryLogSliceEntryIds,
}
export type LogQueriesForQueryThread = BoundReadOnlyQueries<typeof logQueriesForQueryThread>
