import { believed, dayMs, limitNames, limits, minuteMs, type Limit, type LimitClass, type LimitName } from '#shared/api/limits.ts'
import { refusesRate } from './evidence.ts'
import { readLimitHeaders, readRetryAfterMs, within, type Headers, type LimitReport } from './limit-headers.ts'
import { createOthers } from './others.ts'
import type { Outcome } from './pipeline.ts'
import type { Kept } from './reserve.ts'

/** What headers taught; null where they said nothing. */
export interface LearntLimit {
  perMinute: number | null
  perDay: number | null
  concurrent: number | null
}

/** One call that left. */
export interface Slot {
  readonly leftAt: number
  /** How many calls of ours were under way at some moment of its flight, itself among them: what the service may have seen at once. */
  together: number
}

export type WaitingFor = 'minute' | 'day' | 'concurrent' | 'retry_after'

export interface Books {
  /** When a call may leave that leaves `kept` free (a person's keeps nothing): earlier than now since it may, Infinity if only an answer frees a place. */
  freeAt(now: number, kept: Pick<Kept, 'minute' | 'places'> | null): { at: number; waitingFor: WaitingFor }
  /** Calls of this minute that nobody has used. */
  freeInMinute(now: number): number
  take(now: number): Slot
  /** Nothing was sent. */
  forget(slot: Slot): void
  /** The call ended, with an answer or without. True when a limit was learnt. */
  ended(slot: Slot, now: number, reply: Outcome['reply'], wallNow: number): boolean
  used(now: number): { minute: number; day: number; inFlight: number }
  limit(): Omit<Limit, 'isStated'>
  learnt(): LearntLimit
  /** Whose number in use comes from answers. */
  learntNames(): LimitName[]
  /**
   * Takes over calls that were counted elsewhere and are this account's. What the service counted beyond our own calls may be just these: it is
   * forgotten, and the next answer tells it anew.
   */
  absorb(other: Pick<BooksContent, 'ownEnds' | 'flying'>): void
  content(): BooksContent
}

export interface BooksContent {
  /** Of our own calls, and of those that the service counted beyond them. */
  ends: readonly number[]
  ownEnds: readonly number[]
  flying: ReadonlySet<Slot>
}

/**
 * The service counts a call at some moment between its leaving and its answer. A place is therefore free again one window after the answer,
 * never earlier: then no window of that length, sliding or fixed, holds more calls than allowed. The margin is for clocks that run apart.
 */
const marginMs = 30
/** After a refusal that gives no time. */
const closedByDefaultMs = 5_000
/** The service's `Date` and `X-RateLimit-Reset` are whole seconds, and the answer took its way. */
const roundingMs = 2_500
/** A reset that did not move for longer ends a fixed window. One that moves with the answers does not tell when the window began: the API description does not say what it means. */
const standsMs = 2 * roundingMs
const endsBetweenPrunings = 500

/**
 * The books of one account and limit class: pure accounting, all times monotonic milliseconds.
 * `ends` are the ends of earlier calls, sorted; a call still unanswered when the app was killed stands at its latest possible end.
 */
export function createBooks(limitClass: LimitClass, ends: number[] = [], learntBefore: Partial<LearntLimit> = {}): Books {
  const base: Limit = limits[limitClass]
  const { perMinute = null, perDay = null, concurrent = null } = learntBefore
  const learnt: LearntLimit = { perMinute: within(perMinute, believed.perMinute), perDay: within(perDay, believed.perDay), concurrent: within(concurrent, believed.concurrent) }
  const flying = new Set<Slot>()
  const others = createOthers()
  let past = ends
  let own = [...ends]
  let endsUntilPruning = endsBetweenPrunings
  let closed = Number.NEGATIVE_INFINITY
  /** The reset that answers tell, and since when. */
  let reset = { at: Number.NEGATIVE_INFINITY, since: 0 }

  /** The document's numbers are a ceiling; where it has none, the headers decide. */
  const effective = (name: keyof LearntLimit) => {
    const told = learnt[name]
    return told === null ? base[name] : base.isStated ? Math.min(told, base[name]) : told
  }

  /** Index of the first end after this moment. */
  function firstAfter(moment: number): number {
    let [low, high] = [0, past.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((past[middle] as number) > moment) high = middle
      else low = middle + 1
    }
    return low
  }

  const countAfter = (moment: number) => flying.size + past.length - firstAfter(moment)
  const count = (now: number, windowMs: number) => countAfter(now - windowMs - marginMs)

  /** Since when fewer calls than allowed are counted. */
  function windowFreeAt(windowMs: number, allowed: number): number {
    const index = flying.size + past.length - allowed
    if (index < 0) return Number.NEGATIVE_INFINITY
    const end = past[index]
    return end === undefined ? Number.POSITIVE_INFINITY : end + windowMs + marginMs
  }

  function placeFreeAt(now: number, kept: number): number {
    const held = others.held(now)
    const places = (taken: number) => Math.max(1, effective('concurrent') - taken - Math.max(kept, others.keptPlaces(now)))
    if (flying.size < places(held.places)) return Number.NEGATIVE_INFINITY
    return held.places > 0 && flying.size < places(0) ? held.until : Number.POSITIVE_INFINITY
  }

  function learn(name: keyof LearntLimit, told: number | null): boolean {
    // Of an estimate, an answer that tells the same number makes it known.
    if (told === null || told === learnt[name] || (base.isStated && learnt[name] === null && told === base[name])) return false
    learnt[name] = told
    return true
  }

  function insert(end: number): void {
    // Ends come in order but for those of calls found unanswered at start.
    let index = past.length
    while (index > 0 && (past[index - 1] as number) > end) index -= 1
    if (index === past.length) past.push(end)
    else past.splice(index, 0, end)
  }

  /** Remembers the reset. Since when the service counts the calls of its window; -Infinity where the window slides, or that is not known yet. */
  function windowBegan(now: number, resetInMs: number | null, windowMs: number): number {
    if (resetInMs === null) return Number.NEGATIVE_INFINITY
    const at = now + resetInMs
    if (Math.abs(at - reset.at) > roundingMs) reset = { at, since: now }
    return now - reset.since > standsMs ? at - windowMs : Number.NEGATIVE_INFINITY
  }

  /** What the service counted beyond what may be our own calls was spent by other programs. */
  function noticeOthers(slot: Slot, now: number, { limit, remaining, window, resetInMs }: LimitReport): void {
    if (limit === null || remaining === null) return
    const windowMs = window === 'day' ? dayMs : minuteMs
    // A fixed window has begun later than a sliding one: then fewer calls in it are ours.
    const began = Math.min(slot.leftAt, windowBegan(now, resetInMs, windowMs)) - roundingMs
    const foreign = limit - remaining - countAfter(Math.max(slot.leftAt - windowMs - marginMs, began))
    if (window === 'minute') others.noticed(now, Math.max(0, foreign))
    // More than a whole window of them closes it no longer, and would only fill the memory.
    const counted = Math.min(foreign, effective(window === 'day' ? 'perDay' : 'perMinute'))
    for (let index = 0; index < counted; index += 1) insert(now)
  }

  function correct(slot: Slot, now: number, headers: Headers, wallNow: number): boolean {
    const report = readLimitHeaders(headers, wallNow)
    if (report.limit === effective('perDay')) report.window = 'day'
    // A day holds more than a minute: such a report is of the minute, by a clock that is wrong or at the end of a day that is spent.
    else if (report.limit !== null && report.limit <= effective('perMinute')) report.window = 'minute'
    if (report.window === 'minute') report.limit = within(report.limit, believed.perMinute)
    const isNew = [learn(report.window === 'day' ? 'perDay' : 'perMinute', report.limit), learn('concurrent', report.concurrentLimit)].includes(true)
    noticeOthers(slot, now, report)
    if (report.concurrentLimit !== null && report.concurrentRemaining !== null) {
      others.holding(now, Math.max(0, report.concurrentLimit - report.concurrentRemaining - slot.together))
    }
    return isNew
  }

  /** `Retry-After` closes the class for all; a refusal for too many at once only makes room. */
  function refuse(slot: Slot, now: number, headers: Headers, wallNow: number): void {
    const report = readLimitHeaders(headers, wallNow)
    const waitMs = readRetryAfterMs(headers, wallNow)
    const isConcurrency = report.concurrentRemaining === 0 && report.remaining !== null && report.remaining > 0
    if (isConcurrency) others.holding(now, Math.max(1, effective('concurrent') - slot.together + 1), waitMs === null ? undefined : now + waitMs)
    else {
      closed = Math.max(closed, now + (waitMs ?? closedByDefaultMs))
      others.noticed(now, 1)
    }
  }

  return {
    freeAt(now, kept) {
      const allowed = Math.max(1, effective('perMinute') - (kept?.minute ?? 0) - others.margin(now, kept === null))
      let [at, waitingFor]: [number, WaitingFor] = [windowFreeAt(minuteMs, allowed), 'minute']
      const wait = (until: number, what: WaitingFor) => {
        if (until > at) [at, waitingFor] = [until, what]
      }
      wait(windowFreeAt(dayMs, effective('perDay')), 'day')
      wait(placeFreeAt(now, kept?.places ?? 0), 'concurrent')
      wait(closed, 'retry_after')
      return { at, waitingFor }
    },
    freeInMinute: (now) => Math.max(0, effective('perMinute') - count(now, minuteMs) - others.margin(now, false)),
    take(now) {
      const slot: Slot = { leftAt: now, together: flying.size + 1 }
      for (const other of flying) other.together += 1
      flying.add(slot)
      return slot
    },
    forget(slot) {
      flying.delete(slot)
    },
    ended(slot, now, reply, wallNow) {
      flying.delete(slot)
      insert(now)
      own.push(now)
      endsUntilPruning -= 1
      if (endsUntilPruning === 0) {
        endsUntilPruning = endsBetweenPrunings
        past = past.slice(firstAfter(now - dayMs - marginMs))
        own = own.filter((end) => end > now - dayMs - marginMs)
      }
      if (!reply) return false
      const isNew = correct(slot, now, reply.headers, wallNow)
      if (refusesRate({ reply })) refuse(slot, now, reply.headers, wallNow)
      return isNew
    },
    used: (now) => ({ minute: count(now, minuteMs), day: count(now, dayMs), inFlight: flying.size }),
    limit: () => ({ perMinute: effective('perMinute'), perDay: effective('perDay'), concurrent: effective('concurrent') }),
    learnt: () => ({ ...learnt }),
    learntNames: () => limitNames.filter((name) => learnt[name] !== null && (!base.isStated || learnt[name] < base[name])),
    absorb(other) {
      own = [...own, ...other.ownEnds].toSorted((a, b) => a - b)
      past = [...own]
      for (const slot of other.flying) flying.add(slot)
    },
    content: () => ({ ends: past, ownEnds: own, flying }),
  }
}
