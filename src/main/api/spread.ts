import { minuteMs } from '#shared/api/limits.ts'

/** The work whose call is next. */
export interface WorkAhead {
  /** Calls that wait or are announced. */
  ahead: number
  /** Calls of the minute that nobody uses, of `perMinute`. */
  free: number
  perMinute: number
  /** Calls that its places can hold of a minute at most: as many as it can make in the time of one and a minute. Infinity while their length is not known. */
  atMost: number
  /** When a call of any work left last, monotonic. */
  workedAt: number
  isBackground: boolean
}

/** How calls of work that does not fit into the minute keep their distance. */
export interface Pace {
  /** Calls of the minute whose turn has not come. */
  minute: number
  /** How long a place that came free stays so. */
  holdMs: number
  /** Monotonic time before which no call of work leaves. */
  notBefore: number
  /** Monotonic time from which `minute` is less. */
  until: number
}

export interface Spread {
  pace(now: number, work: WorkAhead, isPersonAbout: boolean): Pace
}

/** Of the time that a work takes, what spreading may cost it; more while it is known that a person gains by it. */
const costShare = 0.024
const costShareForPerson = 0.1
const longestHoldMs = 250
/** Of the distance that calls have when they are spread evenly: a little less, so that a delay is made good. */
const closest = 0.98

const atOnce: Pace = { minute: 0, holdMs: 0, notBefore: Number.NEGATIVE_INFINITY, until: Number.POSITIVE_INFINITY }

/**
 * The places of a minute come free again as they were taken: taken at once, all at once, and who asks in between waits for up to a minute;
 * taken evenly, one each second. A work ends with a part of a minute. As many calls as that part has decide when it ends, and leave early in
 * the first minute; the others may have all of it.
 */
export function createSpread(): Spread {
  let first = { since: Number.NEGATIVE_INFINITY, room: 0, early: 0, earlyMs: 0, holdMs: 0 }

  function begin(now: number, { ahead, free, perMinute }: WorkAhead): void {
    const evenMs = minuteMs / perMinute
    const mayCostMs = costShare * ahead * evenMs
    const last = ((ahead - 1) % perMinute) + 1
    const lastMs = Math.min(last * evenMs, mayCostMs)
    const holdMs = Math.min(longestHoldMs, ((mayCostMs - lastMs) * perMinute) / ahead)
    first = { since: now, room: free, early: Math.min(free, last), earlyMs: lastMs, holdMs }
  }

  /** Of the calls of the first minute, those whose turn has not come. */
  function inFirstMinute(now: number): Pick<Pace, 'minute' | 'until'> {
    const { since, room, early, earlyMs } = first
    const age = now - since
    const earlyStepMs = earlyMs / early
    const lateStepMs = (minuteMs - earlyMs) / (room - early)
    const come = age < earlyMs ? Math.floor(age / earlyStepMs) + 1 : early + Math.floor((age - earlyMs) / lateStepMs) + 1
    if (age >= minuteMs || come >= room) return atOnce
    return { minute: room - come, until: since + (come < early ? come * earlyStepMs : earlyMs + (come - early) * lateStepMs) }
  }

  return {
    pace(now, work, isPersonAbout) {
      const { ahead, free, perMinute, workedAt } = work
      if (ahead <= free) return atOnce
      if (now - workedAt > minuteMs && now - first.since > minuteMs) begin(now, work)
      const evenMs = minuteMs / perMinute
      const mayCostMs = (isPersonAbout ? costShareForPerson : costShare) * ahead * evenMs
      return { ...inFirstMinute(now), holdMs: first.holdMs, notBefore: workedAt + Math.min(closest * evenMs, mayCostMs / perMinute) }
    },
  }
}
