import type { DetailReadReason } from '#shared/detail-read-reasons.ts'
import { dayMs, hourMs } from '#shared/durations.ts'
import { forEachChunk } from '#main/event-loop/chunked-work.ts'
import type { DailyCallBudget } from './daily-call-budget.ts'

/** The due details of one limit class, by urgency. */
export interface DueDetailCounts {
  /** Due for any reason but the following two. */
  urgent: number
  neverRead: number
  stale: number
}

/** An account may have 250,000 due details. */
const countedAtOnce = 20_000

/** Yields to the event loop between chunks. */
export async function countDueDetailsByUrgency(due: readonly { reason: DetailReadReason }[]): Promise<DueDetailCounts> {
  const counts: DueDetailCounts = { urgent: 0, neverRead: 0, stale: 0 }
  await forEachChunk(due, countedAtOnce, (chunk) => {
    for (const { reason } of chunk)
      counts[reason === 'never_read' ? 'neverRead' : reason === 'stale' ? 'stale' : 'urgent'] += 1
  })
  return counts
}

/** First readings may not use this part of the daily budget. It is reserved for urgent details. */
const urgentReserve = 1 / 10
/** A sync soon after the last sync may read as many stale details as a sync one hour after it. */
const minSinceLastSyncMs = hourMs

/**
 * Returns how many of the due details a sync may read, in their order. `sinceLastSyncMs`: from the start of the last
 * complete sync to the start of this one. If not all due details fit, stale details get a part of the daily budget in
 * proportion to `sinceLastSyncMs`. This spreads them over the day and leaves calls for urgent details at any hour.
 */
export function countAffordableDetailReads(
  { urgent, neverRead, stale }: DueDetailCounts,
  { allowed, used }: DailyCallBudget,
  sinceLastSyncMs: number,
): number {
  const left = Math.max(0, allowed - used)
  if (urgent + neverRead + stale <= left) return urgent + neverRead + stale
  if (left === 0) return 0
  const urgentReads = Math.min(urgent, left)
  const firstReads = Math.min(neverRead, Math.max(0, left - urgentReads - Math.floor(allowed * urgentReserve)))
  if (firstReads < neverRead) return urgentReads + firstReads
  const broughtByTime = Math.floor((allowed * Math.max(sinceLastSyncMs, minSinceLastSyncMs)) / dayMs)
  return urgentReads + firstReads + Math.min(stale, left - urgentReads - firstReads, broughtByTime)
}
