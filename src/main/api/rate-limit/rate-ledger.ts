import {
  rateLimitNames,
  rateLimits,
  type RateLimits,
  type RateLimitClass,
  type RateLimitName,
} from '#shared/api/service-limits.ts'
import { acceptedResponseHeaderRanges } from '#shared/api/accepted-response-header-ranges.ts'
import { dayMs, minuteMs } from '#shared/durations.ts'
import type { QuotaUsage } from '#shared/ipc/accounts.ts'
import { is429WithoutRateHeaders, isRateLimited } from '#main/api/http/response-predicates.ts'
import {
  parseRateLimitHeaders,
  parseRetryAfterMs,
  returnNullIfOutOfRange,
  type HttpHeaders,
  type RateLimitHeaderValues,
} from '#main/api/http/parse-rate-limit-headers.ts'
import { createExternalUsageTracker } from './quota-used-by-other-programs-tracker.ts'
import type { CallAttemptOutcome } from '#main/api/call-context-and-attempt-outcome.ts'
import type { EstimatedStart } from '#main/api/queued-call.ts'
import type { ReservedCapacity } from './interactive-reserve.ts'

/** Limits that headers reported; null where they said nothing. */
export interface LearntLimits {
  perMinute: number | null
  perDay: number | null
  concurrent: number | null
}

/** For how many milliseconds the service still asks to wait (`Retry-After` of a 429). */
export interface RetryAfterWaits {
  /** The wait that responses with rate-limit headers asked for: a limit of the account was exceeded. */
  byLimitMs: number
  /**
   * The wait that responses without rate-limit headers asked for: the service may have blocked the source address
   * before it looked at the account.
   */
  unexplainedMs: number
}

/** When the waits end. */
interface RetryAfterEnds {
  byLimitUntil: number
  unexplainedUntil: number
}

export interface StartedCall {
  readonly sentAt: number
  /** The response reports the limits of one server, and this ledger counts the calls to all servers of the account. */
  readonly reportsServerLimits: boolean
  /**
   * How many of Banto's calls were in flight at some time during this call, itself included. The service cannot have
   * counted more of them as concurrent.
   */
  concurrentCalls: number
}

type RateLimitWaitReason = NonNullable<QuotaUsage['nextFreeAfter']>

export interface RateLedger {
  /**
   * Returns when a call may be sent without using the capacity `reserved` (null: none, for an interactive call). A time
   * that is not after `now` means "at once". Infinity means that only a response frees a slot.
   */
  earliestSendTime(now: number, reserved: Pick<ReservedCapacity, 'callsPerMinute' | 'slots'> | null): EstimatedStart
  /** Unused calls of the current minute. */
  unusedCallsInMinute(now: number): number
  startCall(now: number, options?: { reportsServerLimits: boolean }): StartedCall
  /** Removes a started call from the count. Call it if the call was not sent. */
  discardUnsentCall(slot: StartedCall): void
  /** The call ended, with a response or without. Returns true if a limit was learnt. */
  recordEnd(slot: StartedCall, now: number, response: CallAttemptOutcome['response'], wallNow: number): boolean
  retryAfterWaits(now: number): RetryAfterWaits
  /** Forgets the waits that no limit explains, because the source address is not blocked. The waits of limits stay. */
  endWaitAfter429WithoutHeaders(): void
  /**
   * The machine slept for `ms`, and the monotonic clock stood still: the waits that responses asked for, and the calls
   * of other programs, end that much earlier. Banto's own calls count as before, and so does a wait that was asked for
   * since about the end of the sleep. `now`: monotonic.
   */
  shortenStatedWaits(ms: number, now: number): void
  /** `minuteElsewhere`: calls within `minute` that the service counted beyond the calls of this ledger. */
  countUsage(now: number): { minute: number; minuteElsewhere: number; day: number; inFlight: number }
  effectiveLimits(): Omit<RateLimits, 'isDocumented'>
  learntLimits(): LearntLimits
  /** The limits whose effective value comes from responses. */
  learntLimitNames(): RateLimitName[]
  /**
   * Adds calls of this account that were counted elsewhere. An added call may already be among the external calls of
   * this ledger, so one external call is removed for each added call. Both ledgers may have the same other external
   * calls, so the larger number counts. The later waits apply, and limits that were learnt only there.
   */
  mergeCalls(other: RateLedgerCallsAndLimits): void
  /** Returns what `mergeCalls` of another ledger takes over. */
  getCallsAndLimits(): RateLedgerCallsAndLimits
}

/** The calls that a ledger counts, the limits that it has learnt, and its waits. Nothing of it is stored. */
export interface RateLedgerCallsAndLimits {
  /** End times of Banto's own calls, and of further calls that the service counted. */
  ends: readonly number[]
  /** End times of Banto's own calls. */
  ownEnds: readonly number[]
  inFlight: ReadonlySet<StartedCall>
  learnt: Readonly<LearntLimits>
  retryAfter: RetryAfterEnds
}

/**
 * The service counts a call at an unknown moment between its start and its response. A call therefore counts until one
 * window after the response. No window of that length, sliding or fixed, then holds more calls than allowed. The margin
 * covers clocks that drift apart.
 */
const clockSkewMarginMs = 30
/** Wait after a 429 without `Retry-After`. */
const defaultRetryAfterMs = 5_000
/**
 * Tolerance of a reset time, in milliseconds: `Date` and `X-RateLimit-Reset` are whole seconds, and the response needs
 * time to arrive.
 */
const resetToleranceMs = 2_500
/**
 * A reset time that is unchanged for longer than this is the end of a fixed window. A reset time that moves says
 * nothing about the window: the API description does not define it.
 */
const fixedWindowAfterMs = 2 * resetToleranceMs
const endsBetweenPrunings = 500
/** Within this time after its end, in milliseconds, a sleep is noticed (`watchForClockJumps`), with a margin. */
const sleepNoticedWithinMs = 40_000

/**
 * Counts the calls of one account and limit class. Times are monotonic milliseconds, except `wallNow` (epoch
 * milliseconds, compared with the service's clock). Nothing is stored or sent. `ends`: sorted ends of earlier calls. A
 * call that was unanswered when the app was killed has its latest possible end. `earlierRetryAfter`: until when the
 * calls must wait because of a `Retry-After` that the app received before its restart: with a stated limit, and without
 * one.
 */
export function createRateLedger(
  limitClass: RateLimitClass,
  ends: number[] = [],
  learntBefore: Partial<LearntLimits> = {},
  earlierRetryAfter: RetryAfterEnds = {
    byLimitUntil: Number.NEGATIVE_INFINITY,
    unexplainedUntil: Number.NEGATIVE_INFINITY,
  },
): RateLedger {
  const base: RateLimits = rateLimits[limitClass]
  const { perMinute = null, perDay = null, concurrent = null } = learntBefore
  const learnt: LearntLimits = {
    perMinute: returnNullIfOutOfRange(perMinute, acceptedResponseHeaderRanges.perMinute),
    perDay: returnNullIfOutOfRange(perDay, acceptedResponseHeaderRanges.perDay),
    concurrent: returnNullIfOutOfRange(concurrent, acceptedResponseHeaderRanges.concurrent),
  }
  const inFlight = new Set<StartedCall>()
  const externalUsage = createExternalUsageTracker()
  let callEnds = ends
  let ownCallEnds = [...ends]
  let endsUntilPruning = endsBetweenPrunings
  let { byLimitUntil, unexplainedUntil } = earlierRetryAfter
  /** The latest end of a wait for which no response asked: the wait after a 429 without `Retry-After`. */
  let ownPauseUntil = Number.NEGATIVE_INFINITY
  /** When the service last asked to wait. */
  let refusedAt = Number.NEGATIVE_INFINITY
  /** The reset time that responses report, and since when they report it. */
  let reset = { at: Number.NEGATIVE_INFINITY, since: 0 }

  /** A documented limit is a maximum. Where the API description states none, the headers decide. */
  const effective = (name: keyof LearntLimits) => {
    const reported = learnt[name]
    return reported === null ? base[name] : base.isDocumented ? Math.min(reported, base[name]) : reported
  }

  /** Index of the first end after this moment (binary search). */
  function firstAfter(moment: number, sortedEnds = callEnds): number {
    let [low, high] = [0, sortedEnds.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((sortedEnds[middle] as number) > moment) high = middle
      else low = middle + 1
    }
    return low
  }

  const countAfter = (moment: number, sortedEnds = callEnds) =>
    inFlight.size + sortedEnds.length - firstAfter(moment, sortedEnds)
  const count = (now: number, windowMs: number, sortedEnds = callEnds) =>
    countAfter(now - windowMs - clockSkewMarginMs, sortedEnds)

  /** Since when the window counts fewer calls than allowed. */
  function windowFreeAt(windowMs: number, allowed: number): number {
    const index = inFlight.size + callEnds.length - allowed
    if (index < 0) return Number.NEGATIVE_INFINITY
    const end = callEnds[index]
    return end === undefined ? Number.POSITIVE_INFINITY : end + windowMs + clockSkewMarginMs
  }

  function slotFreeAt(now: number, reserved: number): number {
    const held = externalUsage.slotsInUse(now)
    const slotsFor = (taken: number) =>
      Math.max(1, effective('concurrent') - taken - Math.max(reserved, externalUsage.reservedSlots(now)))
    if (inFlight.size < slotsFor(held.slots)) return Number.NEGATIVE_INFINITY
    return held.slots > 0 && inFlight.size < slotsFor(0) ? held.until : Number.POSITIVE_INFINITY
  }

  function learnLimit(name: keyof LearntLimits, reported: number | null, slot: StartedCall): boolean {
    // The highest limit that a server has reported is kept, because the ledger of each server applies the limit of that
    // server.
    if (slot.reportsServerLimits && reported !== null && reported < (learnt[name] ?? 0)) return false
    // For an undocumented limit, a header with the same number confirms the estimate.
    if (
      reported === null ||
      reported === learnt[name] ||
      (base.isDocumented && learnt[name] === null && reported === base[name])
    )
      return false
    learnt[name] = reported
    return true
  }

  function insert(end: number): void {
    // Ends arrive in order, except those of calls that were found unanswered at the start of the app.
    let index = callEnds.length
    while (index > 0 && (callEnds[index - 1] as number) > end) index -= 1
    if (index === callEnds.length) callEnds.push(end)
    else callEnds.splice(index, 0, end)
  }

  /**
   * Remembers the reset time. Returns when the service's fixed window started; -Infinity if the window slides or its
   * kind is unknown.
   */
  function windowStartedAt(now: number, resetInMs: number | null, windowMs: number): number {
    if (resetInMs === null) return Number.NEGATIVE_INFINITY
    const at = now + resetInMs
    if (Math.abs(at - reset.at) > resetToleranceMs) reset = { at, since: now }
    return now - reset.since > fixedWindowAfterMs ? at - windowMs : Number.NEGATIVE_INFINITY
  }

  /**
   * Calls that the service counted beyond Banto's possible own calls were made by other programs. `retryAfterMs`: null
   * if the response is not a 429.
   */
  function recordExternalCalls(
    slot: StartedCall,
    now: number,
    { limit, remaining, window, resetInMs }: RateLimitHeaderValues,
    retryAfterMs: number | null,
  ): void {
    if (limit === null || remaining === null) return
    const windowMs = window === 'day' ? dayMs : minuteMs
    // A fixed window starts later than a sliding one, so fewer of Banto's own calls are in it.
    const began = Math.min(slot.sentAt, windowStartedAt(now, resetInMs, windowMs)) - resetToleranceMs
    const externalCalls = limit - remaining - countAfter(Math.max(slot.sentAt - windowMs - clockSkewMarginMs, began))
    if (window === 'minute') externalUsage.recordCalls(now, Math.max(0, externalCalls))
    // More entries than the limit would not make calls wait longer, and would only use memory.
    const counted = Math.min(externalCalls, effective(window === 'day' ? 'perDay' : 'perMinute'))
    // The calls of the day were made at unknown times. They count until the service says that the day's calls are free.
    const freeInMs = window === 'day' ? ((remaining === 0 ? retryAfterMs : null) ?? resetInMs ?? windowMs) : windowMs
    const end = now - Math.max(0, windowMs - freeInMs)
    for (let index = 0; index < counted; index += 1) insert(end)
  }

  function applyRateLimitHeaders(
    slot: StartedCall,
    now: number,
    headers: HttpHeaders,
    wallNow: number,
    retryAfterMs: number | null,
  ): boolean {
    const report = parseRateLimitHeaders(headers, wallNow)
    if (report.limit === effective('perDay')) report.window = 'day'
    // A daily limit is above the limit per minute, so this report is about the minute. Its reset is far away because a
    // clock is wrong or the day's quota is used up.
    else if (report.limit !== null && report.limit <= effective('perMinute')) report.window = 'minute'
    if (report.window === 'minute')
      report.limit = returnNullIfOutOfRange(report.limit, acceptedResponseHeaderRanges.perMinute)
    const isNew = [
      learnLimit(report.window === 'day' ? 'perDay' : 'perMinute', report.limit, slot),
      learnLimit('concurrent', report.concurrentLimit, slot),
    ].includes(true)
    recordExternalCalls(slot, now, report, retryAfterMs)
    if (report.concurrentLimit !== null && report.concurrentRemaining !== null) {
      externalUsage.recordConcurrent(
        now,
        Math.max(0, report.concurrentLimit - report.concurrentRemaining - slot.concurrentCalls),
      )
    }
    return isNew
  }

  /** A 429 blocks the limit class until `Retry-After` has passed. A 429 for concurrency only reduces the slots. */
  function applyRateLimitRefusal(
    slot: StartedCall,
    now: number,
    response: NonNullable<CallAttemptOutcome['response']>,
    wallNow: number,
    retryAfterMs: number | null,
  ): void {
    const report = parseRateLimitHeaders(response.headers, wallNow)
    const isConcurrency = report.concurrentRemaining === 0 && report.remaining !== null && report.remaining > 0
    if (isConcurrency)
      externalUsage.recordConcurrent(
        now,
        Math.max(1, effective('concurrent') - slot.concurrentCalls + 1),
        retryAfterMs === null ? undefined : now + retryAfterMs,
      )
    else {
      refusedAt = now
      const until = now + (retryAfterMs ?? defaultRetryAfterMs)
      if (is429WithoutRateHeaders({ response })) unexplainedUntil = Math.max(unexplainedUntil, until)
      else byLimitUntil = Math.max(byLimitUntil, until)
      if (retryAfterMs === null) ownPauseUntil = until
      externalUsage.recordCalls(now, 1)
    }
  }

  return {
    earliestSendTime(now, reserved) {
      const allowed = Math.max(
        1,
        effective('perMinute') - (reserved?.callsPerMinute ?? 0) - externalUsage.reservedCalls(now, reserved === null),
      )
      let [at, waitingFor]: [number, RateLimitWaitReason] = [windowFreeAt(minuteMs, allowed), 'minute']
      const wait = (until: number, what: RateLimitWaitReason) => {
        if (until > at) [at, waitingFor] = [until, what]
      }
      wait(windowFreeAt(dayMs, effective('perDay')), 'day')
      wait(slotFreeAt(now, reserved?.slots ?? 0), 'concurrent')
      const refusedUntil = Math.max(byLimitUntil, unexplainedUntil)
      wait(refusedUntil, refusedUntil === ownPauseUntil ? 'pause_after_429' : 'retry_after')
      return { at, waitingFor }
    },
    unusedCallsInMinute: (now) =>
      Math.max(0, effective('perMinute') - count(now, minuteMs) - externalUsage.reservedCalls(now, false)),
    startCall(now, { reportsServerLimits } = { reportsServerLimits: false }) {
      const slot: StartedCall = { sentAt: now, reportsServerLimits, concurrentCalls: inFlight.size + 1 }
      for (const other of inFlight) other.concurrentCalls += 1
      inFlight.add(slot)
      return slot
    },
    discardUnsentCall(slot) {
      inFlight.delete(slot)
    },
    recordEnd(slot, now, response, wallNow) {
      inFlight.delete(slot)
      insert(now)
      ownCallEnds.push(now)
      endsUntilPruning -= 1
      if (endsUntilPruning === 0) {
        endsUntilPruning = endsBetweenPrunings
        callEnds = callEnds.slice(firstAfter(now - dayMs - clockSkewMarginMs))
        ownCallEnds = ownCallEnds.filter((end) => end > now - dayMs - clockSkewMarginMs)
      }
      if (!response) return false
      const isRefused = isRateLimited({ response })
      const retryAfterMs = isRefused ? parseRetryAfterMs(response.headers, wallNow) : null
      const isNew = applyRateLimitHeaders(slot, now, response.headers, wallNow, retryAfterMs)
      if (isRefused) applyRateLimitRefusal(slot, now, response, wallNow, retryAfterMs)
      return isNew
    },
    retryAfterWaits: (now) => ({
      byLimitMs: Math.max(0, byLimitUntil - now),
      unexplainedMs: Math.max(0, unexplainedUntil - now),
    }),
    endWaitAfter429WithoutHeaders() {
      unexplainedUntil = Number.NEGATIVE_INFINITY
    },
    shortenStatedWaits(ms, now) {
      if (now - refusedAt > sleepNoticedWithinMs) {
        byLimitUntil -= ms
        unexplainedUntil -= ms
      }
      const external = subtractSorted(callEnds, ownCallEnds).map((end) => end - ms)
      callEnds = [...ownCallEnds, ...external].toSorted((a, b) => a - b)
    },
    countUsage: (now) => ({
      minute: count(now, minuteMs),
      minuteElsewhere: count(now, minuteMs) - count(now, minuteMs, ownCallEnds),
      day: count(now, dayMs),
      inFlight: inFlight.size,
    }),
    effectiveLimits: () => ({
      perMinute: effective('perMinute'),
      perDay: effective('perDay'),
      concurrent: effective('concurrent'),
    }),
    learntLimits: () => ({ ...learnt }),
    learntLimitNames: () =>
      rateLimitNames.filter((name) => learnt[name] !== null && (!base.isDocumented || learnt[name] < base[name])),
    mergeCalls(other) {
      const externalEnds = maxOfEachRank(
        withoutShownCalls(subtractSorted(callEnds, ownCallEnds), other),
        withoutShownCalls(subtractSorted(other.ends, other.ownEnds), { ownEnds: ownCallEnds, inFlight }),
      )
      ownCallEnds = [...ownCallEnds, ...other.ownEnds].toSorted((a, b) => a - b)
      callEnds = [...ownCallEnds, ...externalEnds].toSorted((a, b) => a - b)
      for (const slot of other.inFlight) inFlight.add(slot)
      for (const name of rateLimitNames) learnt[name] ??= other.learnt[name]
      byLimitUntil = Math.max(byLimitUntil, other.retryAfter.byLimitUntil)
      unexplainedUntil = Math.max(unexplainedUntil, other.retryAfter.unexplainedUntil)
    },
    getCallsAndLimits: () => ({
      ends: callEnds,
      ownEnds: ownCallEnds,
      inFlight,
      learnt,
      retryAfter: { byLimitUntil, unexplainedUntil },
    }),
  }
}

/** Removes one external call for each call of this app that it may represent. Returns the rest, sorted. */
function withoutShownCalls(
  externalEnds: readonly number[],
  { ownEnds, inFlight }: Pick<RateLedgerCallsAndLimits, 'ownEnds' | 'inFlight'>,
): number[] {
  const left = [...externalEnds]
  const shownSince = [...ownEnds.map((end) => end - resetToleranceMs), ...[...inFlight].map(({ sentAt }) => sentAt)]
  // Newest first: an older call may be any of the calls that a newer one may be, so this order finds most of them.
  for (const since of shownSince.toSorted((a, b) => b - a)) {
    const index = left.findIndex((end) => end >= since)
    if (index !== -1) left.splice(index, 1)
  }
  return left
}

/**
 * After any time, the result has as many calls as the list that has more after it. Both lists and the result are
 * sorted.
 */
function maxOfEachRank(one: readonly number[], other: readonly number[]): number[] {
  const longest = Math.max(one.length, other.length)
  return Array.from({ length: longest }, (_, index) =>
    Math.max(
      one.at(index - longest) ?? Number.NEGATIVE_INFINITY,
      other.at(index - longest) ?? Number.NEGATIVE_INFINITY,
    ),
  )
}

/** Returns the elements of `all` without those of `part`, each as often as it is in `part`. Both are sorted. */
function subtractSorted(all: readonly number[], part: readonly number[]): number[] {
  let next = 0
  return all.filter((each) => {
    while (next < part.length && (part[next] as number) < each) next += 1
    if (part[next] !== each) return true
    next += 1
    return false
  })
}
