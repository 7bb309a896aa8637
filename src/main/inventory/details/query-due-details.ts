import { getRankAmongNeverReadDetails, type DetailRef } from '#shared/domain-and-server-detail-kinds.ts'
import { detailReadReasons, type DetailReadReason } from '#shared/detail-read-reasons.ts'
import type { Database } from '#main/store/database.ts'
import { yieldToEventLoop } from '#main/event-loop/chunked-work.ts'
import {
  hasDetailReadFailedSince,
  doesCodeMeanDetailIsAbsent,
  isReadPostponedAfterRefusal,
} from './detail-read-refusal-rules.ts'
import {
  assumedDetailChangeRates,
  estimateDetailChangeRate,
  estimateRelativeChangeRateOfDomain,
  estimateMeanDetailChangeRates,
  computeStaleTimeAvoidedByRead,
  type MeanDetailChangeRates,
  type ObservedDetailChanges,
} from './estimate-detail-change-rate.ts'
import { rankDetailRead } from './rank-detail-read.ts'
import { queryLatestKeyCheckTime, queryDetailsToRank, type DetailToRank } from './query-details-to-rank.ts'

export interface DueDetailsOptions {
  now: number
  /** Start of the run. A detail that was read or refused since then is due only if it was changed after its reading. */
  syncStartedAt: number
  /** Whether a key of the account may read this detail. */
  mayRead(detail: DetailRef): boolean
  /** Whether the window shows the domain or server of this detail. Default: none. */
  isOnScreen?: (detail: DetailRef) => boolean
  /**
   * Called for each detail that syncs read when it is due: a key may read it, and the service did not refuse it for
   * days.
   */
  onReadable?: (detail: DetailRef) => void
  /** Called for each detail that a key may read, and that is left out for some days because the service refused it. */
  onRefused?: (detail: DetailRef) => void
  /** Called for each detail that no key may read, unless the service said that it does not exist. */
  onUnreadable?: (detail: DetailRef) => void
  /** Called for each detail whose reading failed since `syncStartedAt` and that is therefore not due. */
  onFailed?: () => void
}

export type DueDetail = DetailRef & { reason: DetailReadReason }

/** These reasons hold also for a detail that was read since the run began. */
const reasonsByChange: ReadonlySet<DetailReadReason> = new Set(['changed_by_us', 'written_by_key', 'differs_from_list'])

/** What was observed of all details of one domain or server. */
interface ObservedResource {
  changes: number
  observedMsByKind: readonly (readonly [kind: string, observedMs: number])[]
}

interface StaleDetail {
  due: DueDetail
  readAt: number
  observed: ObservedDetailChanges
  resource: ObservedResource
}

/**
 * Returns the due details of an account in the order of `rankDetailRead`; gone resources are left out. Read in chunks.
 * Sorted by buckets, because sorting 250,000 entries would block the event loop.
 */
export async function queryDueDetails(
  database: Database,
  accountId: string,
  options: DueDetailsOptions,
): Promise<DueDetail[]> {
  const keysCheckedAt = queryLatestKeyCheckTime(database, accountId)
  const urgent = new Map<DetailReadReason, DueDetail[][]>()
  const stale: StaleDetail[] = []
  const observedByKind = new Map<string, ObservedDetailChanges>()
  for (const chunk of queryDetailsToRank(database, accountId, options.now)) {
    for (const details of chunk) {
      const resource = sumObserved(details)
      const roughRelativeChangeRate = relativeChangeRateOf(resource, () => assumedDetailChangeRates)
      for (const scanned of details) {
        const { detail, factors, observed, attempt } = scanned
        if (options.onReadable || options.onUnreadable || options.onRefused) {
          const isAbsent = doesCodeMeanDetailIsAbsent(detail, attempt.code)
          if (options.mayRead(detail)) {
            if (!isReadPostponedAfterRefusal(attempt, options.now, keysCheckedAt)) options.onReadable?.(detail)
            else if (!isAbsent) options.onRefused?.(detail)
          } else if (!isAbsent) options.onUnreadable?.(detail)
        }
        addObserved(observedByKind, detail.detailKind, observed)
        const reason = findDueReason(scanned, roughRelativeChangeRate, options, keysCheckedAt)
        if (reason === null || !options.mayRead(detail)) continue
        const due: DueDetail = { ...detail, reason }
        if (reason === 'stale') stale.push({ due, readAt: factors.readAt ?? 0, observed, resource })
        else addToBucket(urgent, reason, reason === 'never_read' ? getRankAmongNeverReadDetails(detail) : 0, due)
      }
    }
    await yieldToEventLoop()
  }
  const sortedStale = await sortByExpectedGain(stale, observedByKind, options.now)
  const ordered = detailReadReasons.flatMap((reason) => (urgent.get(reason) ?? []).filter((bucket) => bucket).flat())
  return ordered.concat(sortedStale)
}

/** Null: the detail is fresh, or its newest attempt failed a short time ago. */
function findDueReason(
  { detail, attempt, factors, observed }: DetailToRank,
  roughRelativeChangeRate: number,
  { now, syncStartedAt, isOnScreen, onFailed }: DueDetailsOptions,
  keysCheckedAt: number,
): DetailReadReason | null {
  if (hasDetailReadFailedSince(attempt, syncStartedAt, keysCheckedAt)) {
    // For want of a key, no sync tries to read a detail: a page or a job stored the error.
    if (attempt.errorKind !== 'no_key' && !doesCodeMeanDetailIsAbsent(detail, attempt.code)) onFailed?.()
    return null
  }
  if (isReadPostponedAfterRefusal(attempt, now, keysCheckedAt)) return null
  const wasReadInThisRun = factors.readAt !== null && factors.readAt >= syncStartedAt
  const rank = rankDetailRead(
    {
      ...factors,
      isOnScreen: !wasReadInThisRun && (isOnScreen?.(detail) ?? false),
      changeRate: estimateDetailChangeRate(observed, assumedDetailChangeRates, roughRelativeChangeRate),
    },
    now,
  )
  if (rank === null || (wasReadInThisRun && !reasonsByChange.has(rank.reason))) return null
  return rank.reason
}

function sumObserved(details: readonly DetailToRank[]): ObservedResource {
  return {
    changes: details.reduce((sum, { observed }) => sum + observed.changes, 0),
    observedMsByKind: details.map(({ detail, observed }) => [detail.detailKind, observed.observedMs]),
  }
}

function relativeChangeRateOf(
  { changes, observedMsByKind }: ObservedResource,
  meanOf: (kind: string) => MeanDetailChangeRates,
): number {
  const expected = observedMsByKind.reduce((sum, [kind, observedMs]) => sum + meanOf(kind).perMs * observedMs, 0)
  return estimateRelativeChangeRateOfDomain(changes, expected)
}

function addObserved(byKind: Map<string, ObservedDetailChanges>, kind: string, added: ObservedDetailChanges): void {
  const sum = byKind.get(kind) ?? { changes: 0, unannounced: 0, observedMs: 0 }
  sum.changes += added.changes
  sum.unannounced += added.unannounced
  sum.observedMs += added.observedMs
  byKind.set(kind, sum)
}

function addToBucket<Key>(buckets: Map<Key, DueDetail[][]>, key: Key, index: number, due: DueDetail): void {
  const ofKey = buckets.get(key) ?? []
  buckets.set(key, ofKey)
  ;(ofKey[index] ??= []).push(due)
}

/** Buckets per doubling of the gain: neighbours differ by 4 %. */
const bucketsPerDoubling = 16
const gainsAtOnce = 5_000

/** The highest gain first, to the precision of a bucket. */
async function sortByExpectedGain(
  stale: readonly StaleDetail[],
  observedByKind: ReadonlyMap<string, ObservedDetailChanges>,
  now: number,
): Promise<DueDetail[]> {
  const means = new Map([...observedByKind].map(([kind, observed]) => [kind, estimateMeanDetailChangeRates(observed)]))
  const meanOf = (kind: string) => means.get(kind) ?? assumedDetailChangeRates
  const buckets = new Map<number, DueDetail[]>()
  for (const [index, { due, readAt, observed, resource }] of stale.entries()) {
    const rate = estimateDetailChangeRate(observed, meanOf(due.detailKind), relativeChangeRateOf(resource, meanOf))
    const gain = Math.max(Number.MIN_VALUE, computeStaleTimeAvoidedByRead(rate, now - readAt))
    const bucket = Math.floor(Math.log2(gain) * bucketsPerDoubling)
    const found = buckets.get(bucket)
    if (found) found.push(due)
    else buckets.set(bucket, [due])
    if (index % gainsAtOnce === gainsAtOnce - 1) await yieldToEventLoop()
  }
  await yieldToEventLoop()
  return [...buckets].sort(([one], [other]) => other - one).flatMap(([, details]) => details)
}
