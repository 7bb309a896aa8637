import type { QueryRunner } from '#main/store/query-runner.ts'
import { queryLogSliceIds } from './scan-stored-log-in-slices.ts'
import { queryLogAddresses } from './log-addresses.ts'
import { queryLogStatisticsPerDay } from './query-log-statistics-per-day.ts'

/** Queries of the stored log entries that may take longer than a frame with a million entries (ADR 32). */
export const logQueriesForQueryThread = {
  logAddresses: queryLogAddresses,
  logDays: queryLogStatisticsPerDay,
  logSliceIds: queryLogSliceIds,
}
export type LogQueriesForQueryThread = QueryRunner<typeof logQueriesForQueryThread>
