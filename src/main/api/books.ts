import { dayMs, limits, minuteMs, type Limit, type LimitClass } from '#shared/api/limits.ts'
import { refusesRate } from './evidence.ts'
import { readLimitHeaders, readRetryAfterMs, type Headers } from './limit-headers.ts'
import type { Priority } from './types.ts'

/** What headers taught; null where they said nothing. */
export interface LearntLimit {
  perMinute: number | null
  perDay: number | null
  concurrent: number | null
}

/** One call that left. */
export interface Slot {
  /** How many calls of ours were under way at some moment of its flight, itself among them: what the service may have seen at once. */
  together: number
}

export type WaitingFor = 'minute' | 'day' | 'concurrent' | 'retry_after'

export interface Books {
  /** When a call of this priority may leave: now or earlier if at once, Infinity if only an answer frees a place. */
  freeAt(now: number, priority: Priority): { at: number; waitingFor: WaitingFor }
  take(): Slot
  /** Nothing was sent. */
  forget(slot: Slot): void
  /** The call ended, with an answer or without. True when a limit was learnt. */
  ended(slot: Slot, now: number, reply: { status: number; headers: Headers } | null, wallNow: number): boolean
  used(now: number): { minute: number; day: number; inFlight: number }
  limit(): Omit<Limit, 'isStated'>
  learnt(): LearntLimit
}

/**
 * The service counts a call at some moment between its leaving and its answer. A place is therefore free again one window after the answer,
 * never earlier: then no window of that length, sliding or fixed, holds more calls than allowed. The margin is for clocks that run apart.
 */
const marginMs = 100
/** A part of the minute and one place at once are kept for interactive calls. */
const minuteReserve = 1 / 6
const concurrentReserve = 1
/** After a refusal that gives no time. */
const closedByDefaultMs = 5_000
/** How long what others hold at once is believed. */
const othersHoldMs = 2_000

/**
 * The books of one account and limit class: pure accounting, all times monotonic milliseconds.
 * `ends` are the ends of earlier calls, sorted; a call still unanswered when the app was killed stands at its latest possible end.
 */
export function createBooks(limitClass: LimitClass, ends: number[] = [], learntBefore: Partial<LearntLimit> = {}): Books {
  const base: Limit = limits[limitClass]
  const learnt: LearntLimit = { perMinute: null, perDay: null, concurrent: null, ...learntBefore }
  const flying = new Set<Slot>()
  let past = ends
  let closed = Number.NEGATIVE_INFINITY
  let others = { held: 0, until: Number.NEGATIVE_INFINITY }

  /** The document's numbers are a ceiling; where it has none, the headers decide. */
  const effective = (name: keyof LearntLimit) => {
    const told = learnt[name]
    return told === null ? base[name] : base.isStated ? Math.min(told, base[name]) : told
  }
  const limit = () => ({ perMinute: effective('perMinute'), perDay: effective('perDay'), concurrent: effective('concurrent') })

  /** Index of the first end that still counts in a window of this length. */
  function firstWithin(now: number, windowMs: number): number {
    let [low, high] = [0, past.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((past[middle] as number) + windowMs + marginMs > now) high = middle
      else low = middle + 1
    }
    return low
  }

  const count = (now: number, windowMs: number) => flying.size + past.length - firstWithin(now, windowMs)

  function windowFreeAt(now: number, windowMs: number, allowed: number): number {
    const over = count(now, windowMs) - allowed + 1
    if (over <= 0) return now
    const end = past[firstWithin(now, windowMs) + over - 1]
    return end === undefined ? Number.POSITIVE_INFINITY : end + windowMs + marginMs
  }

  function placeFreeAt(now: number, isInteractive: boolean): number {
    const held = now < others.until ? others.held : 0
    const reserve = isInteractive ? 0 : concurrentReserve
    const places = Math.max(1, effective('concurrent') - held - reserve)
    if (flying.size < places) return now
    return held > 0 && flying.size < Math.max(1, effective('concurrent') - reserve) ? others.until : Number.POSITIVE_INFINITY
  }

  function learn(name: keyof LearntLimit, told: number | null): boolean {
    if (told === null || told === learnt[name] || (learnt[name] === null && told === base[name])) return false
    learnt[name] = told
    return true
  }

  function insert(end: number): void {
    // Ends come in order but for those of calls found unanswered at start.
    let index = past.length
    while (index > 0 && (past[index - 1] as number) > end) index -= 1
    past.splice(index, 0, end)
  }

  /** What the service counted beyond our own calls was spent by other programs. */
  function addForeign(now: number, windowMs: number, used: number): void {
    for (let foreign = used - count(now, windowMs); foreign > 0; foreign -= 1) insert(now)
  }

  function correct(slot: Slot, now: number, headers: Headers, wallNow: number): boolean {
    const report = readLimitHeaders(headers, wallNow)
    const isDay = report.window === 'day' || report.limit === effective('perDay')
    const isNew = [learn(isDay ? 'perDay' : 'perMinute', report.limit), learn('concurrent', report.concurrentLimit)].includes(true)
    if (report.limit !== null && report.remaining !== null) addForeign(now, isDay ? dayMs : minuteMs, report.limit - report.remaining)
    if (report.concurrentLimit !== null && report.concurrentRemaining !== null) {
      const held = report.concurrentLimit - report.concurrentRemaining - slot.together
      others = held > 0 ? { held, until: now + othersHoldMs } : { held: 0, until: now }
    }
    return isNew
  }

  /** `Retry-After` closes the class for all; a refusal for too many at once only makes room. */
  function refuse(slot: Slot, now: number, headers: Headers, wallNow: number): void {
    const report = readLimitHeaders(headers, wallNow)
    const waitMs = readRetryAfterMs(headers, wallNow)
    const isConcurrency = report.concurrentRemaining === 0 && report.remaining !== null && report.remaining > 0
    if (!isConcurrency) {
      closed = Math.max(closed, now + (waitMs ?? closedByDefaultMs))
      return
    }
    const held = Math.max(1, effective('concurrent') - slot.together + 1)
    others = { held, until: now + Math.max(waitMs ?? 0, othersHoldMs) }
  }

  return {
    freeAt(now, priority) {
      const isInteractive = priority === 'interactive'
      const { perMinute, perDay } = limit()
      const reserve = isInteractive ? 0 : Math.floor(perMinute * minuteReserve)
      const waits: { at: number; waitingFor: WaitingFor }[] = [
        { at: placeFreeAt(now, isInteractive), waitingFor: 'concurrent' },
        { at: windowFreeAt(now, minuteMs, Math.max(1, perMinute - reserve)), waitingFor: 'minute' },
        { at: windowFreeAt(now, dayMs, perDay), waitingFor: 'day' },
        { at: closed, waitingFor: 'retry_after' },
      ]
      return waits.reduce((latest, wait) => (wait.at > latest.at ? wait : latest))
    },
    take() {
      const slot: Slot = { together: flying.size + 1 }
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
      past = past.slice(firstWithin(now, dayMs) > 1000 ? firstWithin(now, dayMs) : 0)
      if (!reply) return false
      const isNew = correct(slot, now, reply.headers, wallNow)
      if (refusesRate({ reply })) refuse(slot, now, reply.headers, wallNow)
      return isNew
    },
    used: (now) => ({ minute: count(now, minuteMs), day: count(now, dayMs), inFlight: flying.size }),
    limit,
    learnt: () => ({ ...learnt }),
  }
}
