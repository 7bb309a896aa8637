import { minuteMs } from '#shared/api/limits.ts'

/** What calls of work leave free: for a person, and so that the work spreads over the minute. */
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
  /** A call of work left. */
  worked(now: number): void
  /** `ahead`: calls of work that wait or are announced; `free`: calls of the minute that nobody uses, of `perMinute`. */
  kept(now: number, work: { ahead: number; free: number; perMinute: number; isBackground: boolean }): Kept
}

/** A person who asked lately asks again soon. */
const attentionMs = 30_000
/** After that the reserve goes back to the work, one call in this time. */
const easeMs = 4_000
/** A chain of dependent calls, or the parts of one view, are one demand. */
const demandMs = 3_000
const leastKept = 4
const mostKeptShare = 1 / 6
/** A place at once costs the work next to nothing: it is kept longer. */
const placeMs = 2 * minuteMs
/** Calls of the minute by which a work is spread, for each call of the work: what spreading costs is a small part of the whole. */
const spreadShare = 0.03
const mostSpread = 0.9
/** While the reserve fills the work goes on, a call in this time: a work that stops leaves a gap in every minute that follows. */
const gentleMs = 6_000

const never = Number.NEGATIVE_INFINITY
const nothing: Kept = { minute: 0, places: 0, until: Number.POSITIVE_INFINITY }

/** What nobody waits for leaves room for a person at every moment, whoever was at it before. */
function besideBackground(kept: Kept, perMinute: number): Kept {
  const standing = Math.floor(perMinute * mostKeptShare)
  return kept.minute > standing ? { ...kept, places: 1 } : { minute: standing, places: 1, until: Number.POSITIVE_INFINITY }
}

/**
 * Work in the background keeps a sixth of the minute free at all times. Of a job, what is kept costs the work as long as it is kept: one
 * call of sixty, 1.7 %. So it is kept only while a person is at it, as much as that person lately asked at once. Who comes after a pause
 * finds the places of the minute coming free one by one, and takes the next: for that the calls of a large work leave evenly. Work that
 * fits into the minute is let through whole.
 */
export function createReserve(): Reserve {
  let askedAt = never
  let demand = { calls: 0, since: never }
  let peak = 0
  let workedAt = never
  let run = { since: never, spread: 0 }

  function forPerson(now: number, perMinute: number): Kept {
    if (now - askedAt >= placeMs) return nothing
    const most = Math.max(1, Math.floor(perMinute * mostKeptShare))
    const eased = Math.max(0, Math.floor((now - askedAt - attentionMs) / easeMs))
    const minute = Math.max(0, Math.min(most, Math.max(leastKept, Math.round(peak))) - eased)
    return { minute, places: 1, until: minute > 0 ? askedAt + attentionMs + (eased + 1) * easeMs : askedAt + placeMs }
  }

  function forSpread(now: number): Kept {
    if (now - run.since >= minuteMs) return nothing
    const minute = Math.ceil(run.spread * (1 - (now - run.since) / minuteMs))
    return { minute, places: 0, until: run.since + minuteMs * (1 - (minute - 1) / run.spread) }
  }

  function keptFromWork(now: number, { ahead, free, perMinute }: { ahead: number; free: number; perMinute: number }): Kept {
    const person = forPerson(now, perMinute)
    if (ahead <= free) return person
    const begins = now - workedAt > minuteMs && now - run.since > minuteMs
    if (begins) run = { since: now, spread: Math.min(perMinute * mostSpread, ahead * spreadShare) }
    const spread = forSpread(now)
    const goesOnAt = workedAt + gentleMs
    const forPersonNow = now >= goesOnAt ? Math.min(1, person.minute) : person.minute
    const until = Math.min(person.until, spread.until, now < goesOnAt ? goesOnAt : Number.POSITIVE_INFINITY)
    return { minute: Math.max(forPersonNow, spread.minute), places: person.places, until }
  }

  return {
    asked(now) {
      if (now - demand.since > demandMs) {
        peak = now - askedAt > placeMs ? 0 : peak * 0.9
        demand = { calls: 0, since: now }
      }
      demand.calls += 1
      peak = Math.max(peak, demand.calls)
      askedAt = now
    },
    worked(now) {
      workedAt = now
    },
    kept: (now, { isBackground, ...work }) => (isBackground ? besideBackground(keptFromWork(now, work), work.perMinute) : keptFromWork(now, work)),
  }
}
