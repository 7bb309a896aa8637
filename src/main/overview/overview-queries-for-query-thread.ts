import { countUnsearchableData } from '#main/inventory/search/count-unsearchable-data.ts'
import { queryDetailReadingPlan } from '#main/inventory/sync/query-detail-reading-plan.ts'
import { queryAttentionItems } from './query-attention-items.ts'
import { queryOverview } from './query-overview.ts'

/** Queries that take longer than a frame with 50,000 domains (ADR 32). */
export const overviewQueriesForQueryThread = {
  overview: queryOverview,
  attentionItems: queryAttentionItems,
  neverReadCounts: countUnsearchableData,
  readingPlan: queryDetailReadingPlan,
}
