import type { DetailReadReason } from '#shared/detail-read-reasons.ts'
import { dayMs, hourMs, minuteMs } from '#shared/durations.ts'
import { computeStaleTimeAvoidedByRead, type DetailChangeRate } from './estimate-detail-change-rate.ts'

/** What is known of one stored detail. Times are epoch milliseconds of this computer. */
export interface DetailReadFactors {
  /** Null: never read. */
  readAt: number | null
  isOnScreen: boolean
  /** When this app last sent a change that was or may have been made; null: never. */
  changedByUsAt: number | null
  /**
   * The latest time at which a write of a key of the account may have taken effect, by its execution log; null: none.
   */
  writtenByKeyAt: number | null
  /** The list shows another status or expiry date. */
  differsFromList: boolean
  /** The domain is in an unfinished procedure, and the detail shows its progress. */
  isPending: boolean
  expiresSoon: boolean
  changeRate: DetailChangeRate
}

export interface DetailReadRank {
  reason: DetailReadReason
  /**
   * The expected gain of a reading, in milliseconds. Stale details are sorted by this gain. 0 for the other reasons.
   */
  gainMs: number
}

/** A detail is due at this age. One that changes often is due earlier, but not before `minFreshMs`. */
const maxFreshMs = dayMs
const minFreshMs = hourMs
const pendingFreshMs = hourMs
const onScreenFreshMs = 15 * minuteMs
/** A detail is due after this share of its mean time between changes. */
const freshShareOfChangeInterval = 1 / 32

/** Returns the age from which a detail without another reason is due. */
export function computeDetailDueAfterMs(rate: DetailChangeRate): number {
  return Math.min(maxFreshMs, Math.max(minFreshMs, freshShareOfChangeInterval / rate.perMs))
}

/**
 * Returns why a detail should be read now; null if it is fresh. Ranks are ordered by `detailReadReasons`, then by
 * `gainMs`.
 */
export function rankDetailRead(factors: DetailReadFactors, now: number): DetailReadRank | null {
  const reason = findReason(factors, now)
  if (reason === null) return null
  const gainMs = reason === 'stale' ? computeStaleTimeAvoidedByRead(factors.changeRate, now - (factors.readAt ?? 0)) : 0
  return { reason, gainMs }
}

function findReason(factors: DetailReadFactors, now: number): DetailReadReason | null {
  const { readAt } = factors
  if (readAt === null) {
    if (factors.isOnScreen) return 'on_screen'
    if (factors.isPending) return 'pending'
    return factors.expiresSoon ? 'expiring_soon' : 'never_read'
  }
  const isOlderThan = (ageMs: number): boolean => readAt <= now - ageMs
  const isChangedSince = (at: number | null): boolean => at !== null && at > readAt
  const isChanged =
    isChangedSince(factors.changedByUsAt) || isChangedSince(factors.writtenByKeyAt) || factors.differsFromList
  if (factors.isOnScreen && (isChanged || isOlderThan(onScreenFreshMs))) return 'on_screen'
  if (isChangedSince(factors.changedByUsAt)) return 'changed_by_us'
  if (isChangedSince(factors.writtenByKeyAt)) return 'written_by_key'
  if (factors.differsFromList) return 'differs_from_list'
  if (factors.isPending) return isOlderThan(pendingFreshMs) ? 'pending' : null
  if (!isOlderThan(computeDetailDueAfterMs(factors.changeRate))) return null
  return factors.expiresSoon ? 'expiring_soon' : 'stale'
}
