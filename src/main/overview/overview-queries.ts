import { queryNeverReadCounts } from '#main/inventory/search/query-never-read-counts.ts'
import { queryOverview } from './query-overview.ts'

/** Counts that take longer than a frame with 50,000 domains (ADR 32). */
export const overviewQueries = { overview: queryOverview, neverReadCounts: queryNeverReadCounts }
