import { minuteMs } from '#shared/durations.ts'
import {
  computeBackgroundCallsPerMinute,
  interactiveReserveFraction,
} from '#main/api/compute-background-calls-per-minute.ts'
import type { BatchAtQueueFront } from './spread-calls-of-large-batch.ts'

/** Capacity that batch calls leave free for interactive calls. */
export interface ReservedCapacity {
  callsPerMinute: number
  slots: number
  /** Monotonic time from which the reserve may be smaller. */
  reviewAt: number
}

export interface InteractiveReserve {
  /** An interactive call arrived. */
  recordInteractiveCall(now: number): void
  /** True within an hour after an interactive call. */
  hadRecentInteractiveCall(now: number): boolean
  reservedCapacity(now: number, backlog: BatchAtQueueFront): ReservedCapacity
}

/**
 * The full reserve is kept for this long after an interactive call, because another interactive call usually follows
 * soon.
 */
const fullReserveMs = 30_000
/** After that, the reserve shrinks by one call in each interval of this length. */
const releaseStepMs = 4_000
/**
 * Interactive calls within this time after the first one are one burst: a chain of dependent calls, or the parts of one
 * view.
 */
const burstGapMs = 3_000
const minReservedCalls = 5
/**
 * While the reserve is refilled, a batch sends one call in this time. A batch that stops leaves a gap in every
 * following minute.
 */
const batchTrickleMs = 3_000
/** A user comes back within this time. One call stays reserved for the user's first call. */
const userActiveMs = 60 * minuteMs
const reservedWhileActive = 1
/**
 * If calls are so long that the slots use at most this share of a minute, the rest of the minute stays free without a
 * reserve.
 */
const maxSlotBoundShare = 2 / 3
/**
 * After an interactive call, one slot stays reserved for this time, which is longer than `fullReserveMs`. A reserved
 * slot costs a batch of short calls almost nothing; without it, a long call could occupy the slot for seconds.
 */
const slotReserveMs = 4 * minuteMs
/** After a longer pause, the size of earlier bursts does not predict the next one. */
const burstPeakKeptForMs = 2 * minuteMs

const never = Number.NEGATIVE_INFINITY

/**
 * One reserved call costs a batch one of 60 calls per minute, 1.7 %. Nothing is reserved before the first interactive
 * call. Just after interactive calls, the reserve is as large as recent bursts, within limits. The reserve then shrinks
 * to one call, which is kept until one hour after the last interactive call. Beside a batch of long calls, the reserve
 * is also only one call. Reads in the background always leave a sixth of the minute free, because no user waits for
 * them.
 */
export function createInteractiveReserve(): InteractiveReserve {
  let lastInteractiveAt = never
  let burst = { calls: 0, since: never }
  let peakBurst = 0

  function reservedFromBatch(
    now: number,
    { lastBatchCallAt, perMinute, pendingCalls, freeInMinute, maxPerMinute }: BatchAtQueueFront,
  ): ReservedCapacity {
    const age = now - lastInteractiveAt
    if (age >= userActiveMs) return { callsPerMinute: 0, slots: 0, reviewAt: Number.POSITIVE_INFINITY }
    const slots = age < slotReserveMs ? 1 : 0
    const releasedCalls = Math.max(0, Math.floor((age - fullReserveMs) / releaseStepMs))
    const callsPerMinute =
      Math.min(
        Math.max(minReservedCalls, Math.round(peakBurst)),
        Math.max(1, Math.floor(perMinute * interactiveReserveFraction)),
      ) - releasedCalls
    if (callsPerMinute <= reservedWhileActive || maxPerMinute <= perMinute * maxSlotBoundShare)
      return {
        callsPerMinute: pendingCalls <= freeInMinute ? 0 : reservedWhileActive,
        slots,
        reviewAt: lastInteractiveAt + (slots > 0 ? slotReserveMs : userActiveMs),
      }
    const nextReleaseAt = lastInteractiveAt + fullReserveMs + (releasedCalls + 1) * releaseStepMs
    const nextTrickleAt = lastBatchCallAt + batchTrickleMs
    return now < nextTrickleAt
      ? { callsPerMinute, slots, reviewAt: Math.min(nextTrickleAt, nextReleaseAt) }
      : { callsPerMinute: callsPerMinute - 1, slots, reviewAt: nextReleaseAt }
  }

  return {
    recordInteractiveCall(now) {
      if (now - burst.since > burstGapMs) {
        peakBurst = now - lastInteractiveAt > burstPeakKeptForMs ? 0 : peakBurst * 0.9
        burst = { calls: 0, since: now }
      }
      burst.calls += 1
      peakBurst = Math.max(peakBurst, burst.calls)
      lastInteractiveAt = now
    },
    hadRecentInteractiveCall: (now) => now - lastInteractiveAt < userActiveMs,
    reservedCapacity(now, backlog) {
      const reserved = reservedFromBatch(now, backlog)
      const alwaysReserved = backlog.isBackground
        ? backlog.perMinute - computeBackgroundCallsPerMinute(backlog.perMinute)
        : 0
      return alwaysReserved > reserved.callsPerMinute
        ? { callsPerMinute: alwaysReserved, slots: 1, reviewAt: Number.POSITIVE_INFINITY }
        : reserved
    },
  }
}
