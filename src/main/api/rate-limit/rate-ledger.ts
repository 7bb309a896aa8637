import { acceptedHeaderRanges, dayMs, rateLimitNames, rateLimits, minuteMs, type RateLimits, type LimitClass, type RateLimitName } from '#shared/api/limits.ts'
import { isRateLimited } from '#main/api/http/classify-response.ts'
import { parseRateLimitHeaders, parseRetryAfterMs, nullIfOutOfRange, type HttpHeaders, type RateLimitReport } from '#main/api/http/parse-rate-limit-headers.ts'
import { createExternalUsage } from './external-usage.ts'
import type { CallOutcome } from '#main/api/middleware.ts'
import type { ReservedCapacity } from './interactive-reserve.ts'

/** What headers taught; null where they said nothing. */
export interface LearntLimit {
  perMinute: number | null
  perDay: number | null
  concurrent: number | null
}

/** One call that left. */
export interface Slot {
  readonly sentAt: number
  /** How many calls of ours were under way at some moment of its flight, itself among them: what the service may have seen at once. */
  concurrentCalls: number
}

export type WaitingFor = 'minute' | 'day' | 'concurrent' | 'retry_after'

export interface RateLedger {
  /** When a call may leave that leaves `kept` free (a person's keeps nothing): earlier than now since it may, Infinity if only an answer frees a place. */
  freeAt(now: number, kept: Pick<ReservedCapacity, 'minute' | 'slots'> | null): { at: number; waitingFor: WaitingFor }
  /** Calls of this minute that nobody has used. */
  freeInMinute(now: number): number
  startCall(now: number): Slot
  /** Nothing was sent. */
  discardUnsent(slot: Slot): void
  /** The call ended, with an answer or without. True when a limit was learnt. */
  recordEnd(slot: Slot, now: number, response: CallOutcome['response'], wallNow: number): boolean
  usage(now: number): { minute: number; day: number; inFlight: number }
  limit(): Omit<RateLimits, 'isDocumented'>
  learnt(): LearntLimit
  /** Whose number in use comes from answers. */
  learntLimitNames(): RateLimitName[]
  /**
   * Takes over calls that were counted elsewhere and are this account's. What the service counted beyond our own calls may be just these: it is
   * forgotten, and the next answer tells it anew.
   */
  mergeCalls(other: Pick<RateLedgerContent, 'ownEnds' | 'inFlight'>): void
  content(): RateLedgerContent
}

export interface RateLedgerContent {
  /** Of our own calls, and of those that the service counted beyond them. */
  ends: readonly number[]
  ownEnds: readonly number[]
  inFlight: ReadonlySet<Slot>
}

/**
 * The service counts a call at some moment between its leaving and its answer. A place is therefore free again one window after the answer,
 * never earlier: then no window of that length, sliding or fixed, holds more calls than allowed. The margin is for clocks that run apart.
 */
const clockSkewMarginMs = 30
/** After a refusal that gives no time. */
const defaultRetryAfterMs = 5_000
/** The service's `Date` and `X-RateLimit-Reset` are whole seconds, and the answer took its way. */
const resetToleranceMs = 2_500
/** A reset that did not move for longer ends a fixed window. One that moves with the answers does not tell when the window began: the API description does not say what it means. */
const fixedWindowAfterMs = 2 * resetToleranceMs
const endsBetweenPrunings = 500

/**
 * The books of one account and limit class: pure accounting, all times monotonic milliseconds.
 * `ends` are the ends of earlier calls, sorted; a call still unanswered when the app was killed stands at its latest possible end.
 */
export function createRateLedger(limitClass: LimitClass, ends: number[] = [], learntBefore: Partial<LearntLimit> = {}): RateLedger {
  const base: RateLimits = rateLimits[limitClass]
  const { perMinute = null, perDay = null, concurrent = null } = learntBefore
  const learnt: LearntLimit = { perMinute: nullIfOutOfRange(perMinute, acceptedHeaderRanges.perMinute), perDay: nullIfOutOfRange(perDay, acceptedHeaderRanges.perDay), concurrent: nullIfOutOfRange(concurrent, acceptedHeaderRanges.concurrent) }
  const inFlight = new Set<Slot>()
  const externalUsage = createExternalUsage()
  let callEnds = ends
  let ownCallEnds = [...ends]
  let endsUntilPruning = endsBetweenPrunings
  let closedUntil = Number.NEGATIVE_INFINITY
  /** The reset that answers tell, and since when. */
  let reset = { at: Number.NEGATIVE_INFINITY, since: 0 }

  /** The document's numbers are a ceiling; where it has none, the headers decide. */
  const effective = (name: keyof LearntLimit) => {
    const told = learnt[name]
    return told === null ? base[name] : base.isDocumented ? Math.min(told, base[name]) : told
  }

  /** Index of the first end after this moment. */
  function firstAfter(moment: number): number {
    let [low, high] = [0, callEnds.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((callEnds[middle] as number) > moment) high = middle
      else low = middle + 1
    }
    return low
  }

  const countAfter = (moment: number) => inFlight.size + callEnds.length - firstAfter(moment)
  const count = (now: number, windowMs: number) => countAfter(now - windowMs - clockSkewMarginMs)

  /** Since when fewer calls than allowed are counted. */
  function windowFreeAt(windowMs: number, allowed: number): number {
    const index = inFlight.size + callEnds.length - allowed
    if (index < 0) return Number.NEGATIVE_INFINITY
    const end = callEnds[index]
    return end === undefined ? Number.POSITIVE_INFINITY : end + windowMs + clockSkewMarginMs
  }

  function slotFreeAt(now: number, kept: number): number {
    const held = externalUsage.slotsInUse(now)
    const places = (taken: number) => Math.max(1, effective('concurrent') - taken - Math.max(kept, externalUsage.reservedSlots(now)))
    if (inFlight.size < places(held.slots)) return Number.NEGATIVE_INFINITY
    return held.slots > 0 && inFlight.size < places(0) ? held.until : Number.POSITIVE_INFINITY
  }

  function learnLimit(name: keyof LearntLimit, told: number | null): boolean {
    // Of an estimate, an answer that tells the same number makes it known.
    if (told === null || told === learnt[name] || (base.isDocumented && learnt[name] === null && told === base[name])) return false
    learnt[name] = told
    return true
  }

  function insert(end: number): void {
    // Ends come in order but for those of calls found unanswered at start.
    let index = callEnds.length
    while (index > 0 && (callEnds[index - 1] as number) > end) index -= 1
    if (index === callEnds.length) callEnds.push(end)
    else callEnds.splice(index, 0, end)
  }

  /** Remembers the reset. Since when the service counts the calls of its window; -Infinity where the window slides, or that is not known yet. */
  function windowStartedAt(now: number, resetInMs: number | null, windowMs: number): number {
    if (resetInMs === null) return Number.NEGATIVE_INFINITY
    const at = now + resetInMs
    if (Math.abs(at - reset.at) > resetToleranceMs) reset = { at, since: now }
    return now - reset.since > fixedWindowAfterMs ? at - windowMs : Number.NEGATIVE_INFINITY
  }

  /** What the service counted beyond what may be our own calls was spent by other programs. */
  function recordExternalCalls(slot: Slot, now: number, { limit, remaining, window, resetInMs }: RateLimitReport): void {
    if (limit === null || remaining === null) return
    const windowMs = window === 'day' ? dayMs : minuteMs
    // A fixed window has begun later than a sliding one: then fewer calls in it are ours.
    const began = Math.min(slot.sentAt, windowStartedAt(now, resetInMs, windowMs)) - resetToleranceMs
    const foreign = limit - remaining - countAfter(Math.max(slot.sentAt - windowMs - clockSkewMarginMs, began))
    if (window === 'minute') externalUsage.recordCalls(now, Math.max(0, foreign))
    // More than a whole window of them closes it no longer, and would only fill the memory.
    const counted = Math.min(foreign, effective(window === 'day' ? 'perDay' : 'perMinute'))
    for (let index = 0; index < counted; index += 1) insert(now)
  }

  function applyRateLimitHeaders(slot: Slot, now: number, headers: HttpHeaders, wallNow: number): boolean {
    const report = parseRateLimitHeaders(headers, wallNow)
    if (report.limit === effective('perDay')) report.window = 'day'
    // A day holds more than a minute: such a report is of the minute, by a clock that is wrong or at the end of a day that is spent.
    else if (report.limit !== null && report.limit <= effective('perMinute')) report.window = 'minute'
    if (report.window === 'minute') report.limit = nullIfOutOfRange(report.limit, acceptedHeaderRanges.perMinute)
    const isNew = [learnLimit(report.window === 'day' ? 'perDay' : 'perMinute', report.limit), learnLimit('concurrent', report.concurrentLimit)].includes(true)
    recordExternalCalls(slot, now, report)
    if (report.concurrentLimit !== null && report.concurrentRemaining !== null) {
      externalUsage.recordConcurrent(now, Math.max(0, report.concurrentLimit - report.concurrentRemaining - slot.concurrentCalls))
    }
    return isNew
  }

  /** `Retry-After` closes the class for all; a refusal for too many at once only makes room. */
  function applyRateLimitRefusal(slot: Slot, now: number, headers: HttpHeaders, wallNow: number): void {
    const report = parseRateLimitHeaders(headers, wallNow)
    const waitMs = parseRetryAfterMs(headers, wallNow)
    const isConcurrency = report.concurrentRemaining === 0 && report.remaining !== null && report.remaining > 0
    if (isConcurrency) externalUsage.recordConcurrent(now, Math.max(1, effective('concurrent') - slot.concurrentCalls + 1), waitMs === null ? undefined : now + waitMs)
    else {
      closedUntil = Math.max(closedUntil, now + (waitMs ?? defaultRetryAfterMs))
      externalUsage.recordCalls(now, 1)
    }
  }

  return {
    freeAt(now, kept) {
      const allowed = Math.max(1, effective('perMinute') - (kept?.minute ?? 0) - externalUsage.reservedCalls(now, kept === null))
      let [at, waitingFor]: [number, WaitingFor] = [windowFreeAt(minuteMs, allowed), 'minute']
      const wait = (until: number, what: WaitingFor) => {
        if (until > at) [at, waitingFor] = [until, what]
      }
      wait(windowFreeAt(dayMs, effective('perDay')), 'day')
      wait(slotFreeAt(now, kept?.slots ?? 0), 'concurrent')
      wait(closedUntil, 'retry_after')
      return { at, waitingFor }
    },
    freeInMinute: (now) => Math.max(0, effective('perMinute') - count(now, minuteMs) - externalUsage.reservedCalls(now, false)),
    startCall(now) {
      const slot: Slot = { sentAt: now, concurrentCalls: inFlight.size + 1 }
      for (const other of inFlight) other.concurrentCalls += 1
      inFlight.add(slot)
      return slot
    },
    discardUnsent(slot) {
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
      const isNew = applyRateLimitHeaders(slot, now, response.headers, wallNow)
      if (isRateLimited({ response })) applyRateLimitRefusal(slot, now, response.headers, wallNow)
      return isNew
    },
    usage: (now) => ({ minute: count(now, minuteMs), day: count(now, dayMs), inFlight: inFlight.size }),
    limit: () => ({ perMinute: effective('perMinute'), perDay: effective('perDay'), concurrent: effective('concurrent') }),
    learnt: () => ({ ...learnt }),
    learntLimitNames: () => rateLimitNames.filter((name) => learnt[name] !== null && (!base.isDocumented || learnt[name] < base[name])),
    mergeCalls(other) {
      ownCallEnds = [...ownCallEnds, ...other.ownEnds].toSorted((a, b) => a - b)
      callEnds = [...ownCallEnds]
      for (const slot of other.inFlight) inFlight.add(slot)
    },
    content: () => ({ ends: callEnds, ownEnds: ownCallEnds, inFlight }),
  }
}
