import { minuteMs, type LimitClass } from '#shared/api/limits.ts'
import type { Gauge } from '#shared/ipc/accounts.ts'
import type { Clock } from '../clock.ts'
import { createAlarm } from './alarm.ts'
import type { Books, Slot, WaitingFor } from './books.ts'
import type { Outcome } from './pipeline.ts'
import { createQueue, type Queued } from './queue.ts'
import { createReserve } from './reserve.ts'
import { createSpread, type WorkAhead } from './spread.ts'

/** A call that waits for its place. */
export interface Waiter extends Queued {
  /** How many more of its work will come. */
  readonly following: number
  grant(slot: Slot): void
}

/** The budget of one account and limit class, and who waits for it. */
export interface Budget {
  readonly quota: string
  readonly limitClass: LimitClass
  readonly books: Books
  add(waiter: Waiter): void
  /** Its priority has changed. */
  move(waiter: Waiter): void
  remove(waiter: Waiter): void
  /** Its call ended, with an answer or without. True when a limit was learnt. */
  ended(slot: Slot, reply: Outcome['reply']): boolean
  /** When a call of this priority may leave, as far as is known now. */
  outlook(waiter: Waiter, now: number): { at: number; waitingFor: WaitingFor }
  /** Something changed: looks again who may leave. */
  wake(): void
  /** Spends from the books of another from now on. */
  joinTo(heir: Budget): void
  /** The calls that the other sent so far count here, too. */
  countToo(other: Budget): void
  gauge(): Gauge
  close(): void
}

interface Deps {
  clock: Clock
  quota: string
  limitClass: LimitClass
  books: Books
  onChange: () => void
}

/** Of the typical length of a work's calls, what the newest says: one that hangs among short ones does not make them long. */
const newestShare = 1 / 8
const longestMs = minuteMs / 4

export function createBudget({ clock, quota, limitClass, books: ownBooks, onChange }: Deps): Budget {
  const queue = createQueue<Waiter>()
  const reserve = createReserve()
  const spread = createSpread()
  const alarm = createAlarm(clock, pump)
  let heir: Budget | null = null
  let workedAt = Number.NEGATIVE_INFINITY
  /** How long calls of work hold their place; null before the first. */
  let lengthMs: number | null = null
  const ofWork = new WeakSet<Slot>()
  let isWoken = false

  /** Those of the heir, who may have an heir, too. */
  const inUse = (): Books => heir?.books ?? ownBooks

  /** Grants every place that is free, then sleeps until the next one will be. What the first may not, nobody behind it may. */
  function pump(): void {
    isWoken = false
    const books = inUse()
    for (;;) {
      const now = clock.monotonic()
      const next = queue.first(now)
      if (!next) {
        alarm.stop()
        break
      }
      const { item, isOverdue } = next
      const isPerson = item.priority === 'interactive'
      const { at, lookAt } = isPerson || isOverdue ? turnOfPerson(now) : turnOfWork(item, now)
      if (at > now) {
        alarm.ringAt(lookAt)
        break
      }
      queue.grant(item, now)
      const slot = books.take(now)
      if (!isPerson) {
        workedAt = now
        ofWork.add(slot)
      }
      item.grant(slot)
    }
    onChange()
  }

  function turnOfPerson(now: number): { at: number; lookAt: number } {
    const { at } = inUse().freeAt(now, null)
    return { at, lookAt: at }
  }

  /** Beside what is kept for a person, and spread over the minute; `lookAt`: from when it may be earlier. */
  function turnOfWork(waiter: Waiter, now: number): { at: number; lookAt: number } {
    const work = workOf(waiter, now)
    const kept = reserve.kept(now, work)
    const pace = spread.pace(now, work, reserve.isAbout(now))
    const free = inUse().freeAt(now, { minute: Math.max(kept.minute, pace.minute), places: kept.places })
    const at = Math.max(free.at + pace.holdMs, pace.notBefore)
    return { at, lookAt: Math.min(at, kept.until, pace.until) }
  }

  function workOf({ following, priority }: Waiter, now: number): WorkAhead {
    const books = inUse()
    const { perMinute, concurrent } = books.limit()
    const atMost = lengthMs === null ? Number.POSITIVE_INFINITY : (Math.max(1, concurrent - 1) * (minuteMs + lengthMs)) / lengthMs
    return { atMost, ahead: queue.size() + following, free: books.freeInMinute(now), perMinute, workedAt, isBackground: priority === 'background' }
  }

  /** Soon, so that all calls that come together are seen together. */
  function wake(): void {
    heir?.wake()
    if (isWoken) return
    isWoken = true
    queueMicrotask(pump)
  }

  function noteAsked({ priority }: Waiter): void {
    if (priority === 'interactive') reserve.asked(clock.monotonic())
  }

  return {
    quota,
    limitClass,
    get books() {
      return inUse()
    },
    add(waiter) {
      noteAsked(waiter)
      queue.add(waiter)
      wake()
    },
    move(waiter) {
      noteAsked(waiter)
      queue.move(waiter)
      wake()
    },
    remove(waiter) {
      queue.remove(waiter)
      wake()
    },
    ended(slot, reply) {
      const now = clock.monotonic()
      const tookMs = Math.min(now - slot.leftAt, longestMs)
      if (ofWork.has(slot)) lengthMs = lengthMs === null ? tookMs : lengthMs + newestShare * (tookMs - lengthMs)
      return inUse().ended(slot, now, reply, clock.now())
    },
    outlook(waiter, now) {
      if (waiter.priority === 'interactive') return inUse().freeAt(now, null)
      return inUse().freeAt(now, { minute: 0, places: reserve.kept(now, workOf(waiter, now)).places })
    },
    wake,
    joinTo(other) {
      other.books.absorb(inUse().content())
      heir = other
      other.wake()
    },
    countToo(other) {
      const { ownEnds, flying } = other.books.content()
      const now = clock.monotonic()
      inUse().absorb({ ownEnds: [...ownEnds, ...[...flying].map(() => now)], flying: new Set() })
    },
    gauge() {
      const books = inUse()
      const now = clock.monotonic()
      const { minute, day, inFlight } = books.used(now)
      const { at } = books.freeAt(now, null)
      return {
        accountId: quota,
        limitClass,
        ...books.limit(),
        learnt: books.learntNames(),
        usedMinute: minute,
        usedDay: day,
        inFlight,
        waiting: queue.counts(),
        nextFreeAt: at > now && Number.isFinite(at) ? Math.round(clock.now() + at - now) : null,
        waitsForAnswer: at === Number.POSITIVE_INFINITY,
      }
    },
    close: alarm.stop,
  }
}
