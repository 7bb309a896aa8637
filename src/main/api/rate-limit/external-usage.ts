/** How long what others do is remembered after it was last seen. */
const memoryMs = 120_000
/** How long what others hold at once is believed without being told again. */
const concurrencyMemoryMs = 2_000
/** What is left to others once they were seen, for what they take between the last answer and the next call. */
const minReservedCalls = 2
const maxReservedCalls = 10
/** More than this after the last look, what is noticed says nothing of how fast they are. */
const maxObservationGapMs = 5_000

/** What other programs spend of the same quota, as far as headers show it. All times monotonic milliseconds. */
export interface ExternalUsage {
  /** An answer showed `calls` of theirs beyond those known. */
  recordCalls(now: number, calls: number): void
  /** They hold `places` at once, at least until `until`. */
  recordConcurrent(now: number, places: number, until?: number): void
  /** Calls of a minute that are left to them; a person's call leaves them fewer. */
  reservedCalls(now: number, isPerson: boolean): number
  /** Places that are theirs now, and until when. */
  slotsInUse(now: number): { slots: number; until: number }
  /** Places that are left to them. */
  reservedSlots(now: number): number
}

export function createExternalUsage(): ExternalUsage {
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
    recordConcurrent(now, places, until = now + concurrencyMemoryMs) {
      concurrent = { slots: places, at: now, until: places > 0 ? until : now }
      if (places > 0) peakConcurrent = { slots: Math.max(places, now - peakConcurrent.at < memoryMs ? peakConcurrent.slots : 0), at: now }
    },
    reservedCalls: (now, isPerson) => (now - seen.at >= memoryMs ? 0 : isPerson ? minReservedCalls : seen.calls + minReservedCalls),
    slotsInUse: (now) => (now < concurrent.until ? concurrent : { slots: 0, until: now }),
    reservedSlots: (now) => (now - peakConcurrent.at < memoryMs ? peakConcurrent.slots : 0),
  }
}
