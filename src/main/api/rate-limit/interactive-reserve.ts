import { minuteMs } from '#shared/api/limits.ts'
import type { BatchBacklog } from './pacing.ts'

/** What calls of work leave free for a person. */
export interface ReservedCapacity {
  /** Calls of the minute. */
  minute: number
  slots: number
  /** Monotonic time from which less may be kept. */
  until: number
}

export interface InteractiveReserve {
  /** A person's call came. */
  recordInteractiveCall(now: number): void
  /** A person was here within the hour. */
  isUserActive(now: number): boolean
  reservedCapacity(now: number, work: BatchBacklog): ReservedCapacity
}

/** A person who asked lately asks again soon. */
const fullReserveMs = 30_000
/** After that the reserve goes back to the work, one call in this time. */
const releaseStepMs = 4_000
/** A chain of dependent calls, or the parts of one view, are one demand. */
const burstGapMs = 3_000
const minReservedCalls = 5
const maxReservedShare = 1 / 6
/** While the reserve fills the work goes on, a call in this time: a work that stops leaves a gap in every minute that follows. */
const batchTrickleMs = 3_000
/** Who was here comes back, and then finds a place for the first call. */
const userActiveMs = 60 * minuteMs
const reservedWhileActive = 1
/** Work of calls so long that its places cannot hold more of a minute leaves the rest to the person by itself. */
const maxSlotBoundShare = 2 / 3
/** A place at once costs work of short calls next to nothing, and work of long ones lends it for seconds: it is kept longer. */
const slotReserveMs = 4 * minuteMs
/** How much was asked for at once before such a pause says nothing of what comes. */
const peakMemoryMs = 2 * minuteMs

/** How many calls a minute reading in the background makes at most. */
export function backgroundCallsPerMinute(perMinute: number): number {
  return perMinute - Math.floor(perMinute * maxReservedShare)
}

const never = Number.NEGATIVE_INFINITY

/**
 * What is kept costs the work as long as it is kept: one call of sixty, 1.7 %. So before a person was seen nothing is kept; while a person is
 * at it, as much as that person lately asked at once; for an hour after that, and beside long calls, one call. Reading in the background, which
 * nobody waits for, leaves a sixth of the minute free at all times.
 */
export function createInteractiveReserve(): InteractiveReserve {
  let lastInteractiveAt = never
  let burst = { calls: 0, since: never }
  let peakBurst = 0

  function reservedFromBatch(now: number, { lastBatchCallAt: workedAt, perMinute, pendingCalls: ahead, freeInMinute: free, maxPerMinute: atMost }: BatchBacklog): ReservedCapacity {
    const age = now - lastInteractiveAt
    if (age >= userActiveMs) return { minute: 0, slots: 0, until: Number.POSITIVE_INFINITY }
    const slots = age < slotReserveMs ? 1 : 0
    const releasedCalls = Math.max(0, Math.floor((age - fullReserveMs) / releaseStepMs))
    const minute = Math.min(Math.max(minReservedCalls, Math.round(peakBurst)), Math.max(1, Math.floor(perMinute * maxReservedShare))) - releasedCalls
    if (minute <= reservedWhileActive || atMost <= perMinute * maxSlotBoundShare) return { minute: ahead <= free ? 0 : reservedWhileActive, slots, until: lastInteractiveAt + (slots > 0 ? slotReserveMs : userActiveMs) }
    const nextReleaseAt = lastInteractiveAt + fullReserveMs + (releasedCalls + 1) * releaseStepMs
    const nextTrickleAt = workedAt + batchTrickleMs
    return now < nextTrickleAt ? { minute, slots, until: Math.min(nextTrickleAt, nextReleaseAt) } : { minute: minute - 1, slots, until: nextReleaseAt }
  }

  return {
    recordInteractiveCall(now) {
      if (now - burst.since > burstGapMs) {
        peakBurst = now - lastInteractiveAt > peakMemoryMs ? 0 : peakBurst * 0.9
        burst = { calls: 0, since: now }
      }
      burst.calls += 1
      peakBurst = Math.max(peakBurst, burst.calls)
      lastInteractiveAt = now
    },
    isUserActive: (now) => now - lastInteractiveAt < userActiveMs,
    reservedCapacity(now, work) {
      const kept = reservedFromBatch(now, work)
      const alwaysReserved = work.isBackground ? work.perMinute - backgroundCallsPerMinute(work.perMinute) : 0
      return alwaysReserved > kept.minute ? { minute: alwaysReserved, slots: 1, until: Number.POSITIVE_INFINITY } : kept
    },
  }
}
