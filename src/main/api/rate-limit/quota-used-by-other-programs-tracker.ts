/** Calls of other programs are remembered for this long after they were last seen. */
const memoryMs = 120_000
/** How long a number of concurrent external calls is used without a newer response. */
const concurrencyMemoryMs = 2_000
/**
 * Calls per minute that Banto leaves unused after it noticed other programs, because these may call again before the
 * next response shows it.
 */
const minReservedCalls = 2
const maxReservedCalls = 10
/** After longer gaps, do not infer the speed of external calls. */
const maxObservationGapMs = 5_000

/**
 * Tracks what other programs use of the same quota, as far as response headers show it. All times are monotonic
 * milliseconds.
 */
export interface ExternalUsageTracker {
  /** A response showed `calls` external calls beyond the known ones. */
  recordCalls(now: number, calls: number): void
  /** External calls hold this many slots now, at least until `until`. */
  recordConcurrent(now: number, slots: number, until?: number): void
  /**
   * Calls per minute that Banto leaves unused, so other programs can make them. An interactive call leaves fewer
   * unused.
   */
  reservedCalls(now: number, isInteractive: boolean): number
  /** Slots that external calls hold now, and until when. */
  slotsInUse(now: number): { slots: number; until: number }
  /** Slots that are left to other programs. */
  reservedSlots(now: number): number
}

export function createExternalUsageTracker(): ExternalUsageTracker {
  let seen = { calls: 0, at: Number.NEGATIVE_INFINITY }
  let lastObservedAt = Number.NEGATIVE_INFINITY
  let concurrent = { slots: 0, at: Number.NEGATIVE_INFINITY, until: Number.NEGATIVE_INFINITY }
  let peakConcurrent = { slots: 0, at: Number.NEGATIVE_INFINITY }

  return {
    recordCalls(now, calls) {
      const isFast = now - lastObservedAt < maxObservationGapMs
      lastObservedAt = now
      if (calls === 0) return
      const remembered = now - seen.at < memoryMs ? seen.calls : minReservedCalls
      seen = { calls: Math.max(Math.min(isFast ? calls : 0, maxReservedCalls), remembered), at: now }
    },
    recordConcurrent(now, slots, until = now + concurrencyMemoryMs) {
      concurrent = { slots, at: now, until: slots > 0 ? until : now }
      if (slots > 0)
        peakConcurrent = {
          slots: Math.max(slots, now - peakConcurrent.at < memoryMs ? peakConcurrent.slots : 0),
          at: now,
        }
    },
    reservedCalls: (now, isInteractive) =>
      now - seen.at >= memoryMs ? 0 : isInteractive ? minReservedCalls : seen.calls + minReservedCalls,
    slotsInUse: (now) => (now < concurrent.until ? concurrent : { slots: 0, until: now }),
    reservedSlots: (now) => (now - peakConcurrent.at < memoryMs ? peakConcurrent.slots : 0),
  }
}
