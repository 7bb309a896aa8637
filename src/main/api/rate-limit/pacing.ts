import { minuteMs } from '#shared/api/limits.ts'

/** The work whose call is next. */
export interface BatchBacklog {
  /** Calls that wait or are announced. */
  pendingCalls: number
  /** Calls of the minute that nobody uses, of `perMinute`. */
  freeInMinute: number
  perMinute: number
  /** Calls that its places can hold of a minute at most: as many as it can make in the time of one and a minute. Infinity while their length is not known. */
  maxPerMinute: number
  /** When a call of any work left last, monotonic. */
  lastBatchCallAt: number
  isBackground: boolean
}

/** How calls of work that does not fit into the minute keep their distance. */
export interface PacingDecision {
  /** Calls of the minute whose turn has not come. */
  minute: number
  /** How long a place that came free stays so. */
  slotDelayMs: number
  /** Monotonic time before which no call of work leaves. */
  notBefore: number
  /** Monotonic time from which `minute` is less. */
  until: number
}

export interface Pacer {
  decide(now: number, work: BatchBacklog, isPersonAbout: boolean): PacingDecision
}

/** Of the time that a work takes, what spreading may cost it; more while it is known that a person gains by it. */
const maxSlowdownShare = 0.024
const maxSlowdownShareForUser = 0.1
const maxSlotDelayMs = 250
/** Of the distance that calls have when they are spread evenly: a little less, so that a delay is made good. */
const spacingFactor = 0.98

const unpaced: PacingDecision = { minute: 0, slotDelayMs: 0, notBefore: Number.NEGATIVE_INFINITY, until: Number.POSITIVE_INFINITY }

/**
 * The places of a minute come free again as they were taken: taken at once, all at once, and who asks in between waits for up to a minute;
 * taken evenly, one each second. A work ends with a part of a minute. As many calls as that part has decide when it ends, and leave early in
 * the first minute; the others may have all of it.
 */
export function createPacer(): Pacer {
  let firstMinute = { since: Number.NEGATIVE_INFINITY, freeAtStart: 0, earlyCalls: 0, earlyMs: 0, slotDelayMs: 0 }

  function begin(now: number, { pendingCalls: ahead, freeInMinute: free, perMinute }: BatchBacklog): void {
    const evenIntervalMs = minuteMs / perMinute
    const maxSlowdownMs = maxSlowdownShare * ahead * evenIntervalMs
    const last = ((ahead - 1) % perMinute) + 1
    const lastMs = Math.min(last * evenIntervalMs, maxSlowdownMs)
    const holdMs = Math.min(maxSlotDelayMs, ((maxSlowdownMs - lastMs) * perMinute) / ahead)
    firstMinute = { since: now, freeAtStart: free, earlyCalls: Math.min(free, last), earlyMs: lastMs, slotDelayMs: holdMs }
  }

  /** Of the calls of the first minute, those whose turn has not come. */
  function inFirstMinute(now: number): Pick<PacingDecision, 'minute' | 'until'> {
    const { since, freeAtStart, earlyCalls: early, earlyMs } = firstMinute
    const age = now - since
    const earlyStepMs = earlyMs / early
    const lateStepMs = (minuteMs - earlyMs) / (freeAtStart - early)
    const dueCalls = age < earlyMs ? Math.floor(age / earlyStepMs) + 1 : early + Math.floor((age - earlyMs) / lateStepMs) + 1
    if (age >= minuteMs || dueCalls >= freeAtStart) return unpaced
    return { minute: freeAtStart - dueCalls, until: since + (dueCalls < early ? dueCalls * earlyStepMs : earlyMs + (dueCalls - early) * lateStepMs) }
  }

  return {
    decide(now, work, isPersonAbout) {
      const { pendingCalls: ahead, freeInMinute: free, perMinute, lastBatchCallAt: workedAt } = work
      if (ahead <= free) return unpaced
      if (now - workedAt > minuteMs && now - firstMinute.since > minuteMs) begin(now, work)
      const evenIntervalMs = minuteMs / perMinute
      const maxSlowdownMs = (isPersonAbout ? maxSlowdownShareForUser : maxSlowdownShare) * ahead * evenIntervalMs
      return { ...inFirstMinute(now), slotDelayMs: firstMinute.slotDelayMs, notBefore: workedAt + Math.min(spacingFactor * evenIntervalMs, maxSlowdownMs / perMinute) }
    },
  }
}
