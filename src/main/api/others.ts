/** How long what others do is remembered after it was last seen. */
const memoryMs = 120_000
/** How long what others hold at once is believed without being told again. */
const heldMs = 2_000
/** What is left to others once they were seen, for what they take between the last answer and the next call. */
const leastMargin = 2
const mostMargin = 10
/** More than this after the last look, what is noticed says nothing of how fast they are. */
const lookMs = 5_000

/** What other programs spend of the same quota, as far as headers show it. All times monotonic milliseconds. */
export interface Others {
  /** An answer showed `calls` of theirs beyond those known. */
  noticed(now: number, calls: number): void
  /** They hold `places` at once, at least until `until`. */
  holding(now: number, places: number, until?: number): void
  /** Calls of a minute that are left to them; a person's call leaves them fewer. */
  margin(now: number, isPerson: boolean): number
  /** Places that are theirs now, and until when. */
  held(now: number): { places: number; until: number }
  /** Places that are left to them. */
  keptPlaces(now: number): number
}

export function createOthers(): Others {
  let seen = { calls: 0, at: Number.NEGATIVE_INFINITY }
  let lookedAt = Number.NEGATIVE_INFINITY
  let atOnce = { places: 0, at: Number.NEGATIVE_INFINITY, until: Number.NEGATIVE_INFINITY }
  let mostAtOnce = { places: 0, at: Number.NEGATIVE_INFINITY }

  return {
    noticed(now, calls) {
      const isFast = now - lookedAt < lookMs
      lookedAt = now
      if (calls === 0) return
      const remembered = now - seen.at < memoryMs ? seen.calls : leastMargin
      seen = { calls: Math.max(Math.min(isFast ? calls : 0, mostMargin), remembered), at: now }
    },
    holding(now, places, until = now + heldMs) {
      atOnce = { places, at: now, until: places > 0 ? until : now }
      if (places > 0) mostAtOnce = { places: Math.max(places, now - mostAtOnce.at < memoryMs ? mostAtOnce.places : 0), at: now }
    },
    margin: (now, isPerson) => (now - seen.at >= memoryMs ? 0 : isPerson ? leastMargin : seen.calls + leastMargin),
    held: (now) => (now < atOnce.until ? atOnce : { places: 0, until: now }),
    keptPlaces: (now) => (now - mostAtOnce.at < memoryMs ? mostAtOnce.places : 0),
  }
}
