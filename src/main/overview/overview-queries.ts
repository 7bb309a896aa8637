import { queryOverview } from './query-overview.ts'

/** Queries of the overview that take longer than a frame with 50,000 domains (ADR 32). */
export const overviewQueries = { overview: queryOverview }
