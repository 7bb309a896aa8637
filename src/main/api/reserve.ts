import { minuteMs } from '#shared/api/limits.ts'
import type { WorkAhead } from './spread.ts'

/** What calls of work leave free for a person. */
export interface Kept {
  /** Calls of the minute. */
  minute: number
  places: number
  /** Monotonic time from which less may be kept. */
  until: number
}

export interface Reserve {
  /** A person's call came. */
  asked(now: number): void
  /** A person was here within the hour. */
  isAbout(now: number): boolean
  kept(now: number, work: WorkAhead): Kept
}

/** A person who asked lately asks again soon. */
const attentionMs = 30_000
/** After that the reserve goes back to the work, one call in this time. */
const easeMs = 4_000
/** A chain of dependent calls, or the parts of one view, are one demand. */
const demandMs = 3_000
const leastKept = 5
const mostKeptShare = 1 / 6
/** While the reserve fills the work goes on, a call in this time: a work that stops leaves a gap in every minute that follows. */
const gentleMs = 3_000
/** Who was here comes back, and then finds a place for the first call. */
const aboutMs = 60 * minuteMs
const keptWhileAbout = 1
/** Work of calls so long that its places cannot hold more of a minute leaves the rest to the person by itself. */
const mostByPlaces = 2 / 3
/** A place at once costs work of short calls next to nothing, and work of long ones lends it for seconds: it is kept longer. */
const placeMs = 4 * minuteMs
/** How much was asked for at once before such a pause says nothing of what comes. */
const habitMs = 2 * minuteMs

/** How many calls a minute reading in the background makes at most. */
export function backgroundPerMinute(perMinute: number): number {
  return perMinute - Math.floor(perMinute * mostKeptShare)
}

const never = Number.NEGATIVE_INFINITY

/**
 * What is kept costs the work as long as it is kept: one call of sixty, 1.7 %. So before a person was seen nothing is kept; while a person is
 * at it, as much as that person lately asked at once; for an hour after that, and beside long calls, one call. Reading in the background, which
 * nobody waits for, leaves a sixth of the minute free at all times.
 */
export function createReserve(): Reserve {
  let askedAt = never
  let demand = { calls: 0, since: never }
  let peak = 0

  function keptFromWork(now: number, { workedAt, perMinute, ahead, free, atMost }: WorkAhead): Kept {
    const age = now - askedAt
    if (age >= aboutMs) return { minute: 0, places: 0, until: Number.POSITIVE_INFINITY }
    const places = age < placeMs ? 1 : 0
    const eased = Math.max(0, Math.floor((age - attentionMs) / easeMs))
    const minute = Math.min(Math.max(leastKept, Math.round(peak)), Math.max(1, Math.floor(perMinute * mostKeptShare))) - eased
    if (minute <= keptWhileAbout || atMost <= perMinute * mostByPlaces) return { minute: ahead <= free ? 0 : keptWhileAbout, places, until: askedAt + (places > 0 ? placeMs : aboutMs) }
    const easesAt = askedAt + attentionMs + (eased + 1) * easeMs
    const goesOnAt = workedAt + gentleMs
    return now < goesOnAt ? { minute, places, until: Math.min(goesOnAt, easesAt) } : { minute: minute - 1, places, until: easesAt }
  }

  return {
    asked(now) {
      if (now - demand.since > demandMs) {
        peak = now - askedAt > habitMs ? 0 : peak * 0.9
        demand = { calls: 0, since: now }
      }
      demand.calls += 1
      peak = Math.max(peak, demand.calls)
      askedAt = now
    },
    isAbout: (now) => now - askedAt < aboutMs,
    kept(now, work) {
      const kept = keptFromWork(now, work)
      const standing = work.isBackground ? work.perMinute - backgroundPerMinute(work.perMinute) : 0
      return standing > kept.minute ? { minute: standing, places: 1, until: Number.POSITIVE_INFINITY } : kept
    },
  }
}
