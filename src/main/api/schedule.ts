import type { LimitClass } from '#shared/api/limits.ts'
import { AppError } from '#shared/errors.ts'
import type { Gauge } from '#shared/ipc/accounts.ts'
import type { Clock } from '../clock.ts'
import { createAlarm, type Alarm } from './alarm.ts'
import type { BooksStore } from './books-store.ts'
import { createBooks, type Books, type Slot, type WaitingFor } from './books.ts'
import { cancelledError, throwIfCancelled } from './cancelled.ts'
import type { Call, Layer } from './pipeline.ts'
import { createQueue, type Queue, type Queued } from './queue.ts'
import { createReserve, type Kept, type Reserve } from './reserve.ts'

export interface Schedule {
  layer: Layer
  gauges(): Gauge[]
  /** Two accounts turned out to be one: what was spent by both is counted together. */
  merge(quota: string, fromQuota: string): void
  close(): void
}

interface Bucket {
  readonly quota: string
  readonly limitClass: LimitClass
  readonly queue: Queue<Waiter>
  readonly reserve: Reserve
  readonly alarm: Alarm
  books: Books
  isPumping: boolean
  /** Spends from the same books. */
  heir: Bucket | null
}

interface Waiter extends Queued {
  readonly following: number
  grant(slot: Slot): void
}

interface Deps {
  clock: Clock
  store: BooksStore
  onChange?: () => void
}

/** Lets calls leave under the limits of their account and class, the most urgent first. */
export function createSchedule({ clock, store, onChange }: Deps): Schedule {
  const buckets = new Map<string, Bucket>()
  for (const { quota, limitClass } of store.known()) bucketOf(quota, limitClass)

  function bucketOf(quota: string, limitClass: LimitClass): Bucket {
    const id = `${limitClass} ${quota}`
    const known = buckets.get(id)
    if (known) return known
    const { ages, learnt } = store.load(quota, limitClass)
    const now = clock.monotonic()
    const bucket: Bucket = {
      quota,
      limitClass,
      books: createBooks(limitClass, ages.map((age) => now - age), learnt),
      queue: createQueue(),
      reserve: createReserve(),
      alarm: createAlarm(clock, () => pump(bucket)),
      isPumping: false,
      heir: null,
    }
    buckets.set(id, bucket)
    return bucket
  }

  /** Soon, so that all calls that come together are seen together. */
  function pumpSoon(bucket: Bucket): void {
    if (bucket.isPumping) return
    bucket.isPumping = true
    queueMicrotask(() => pump(bucket))
  }

  /** Grants every place that is free, then sleeps until the next one will be. What the first may not, nobody behind it may. */
  function pump(bucket: Bucket): void {
    bucket.isPumping = false
    const { queue, books, reserve, alarm } = bucket
    for (;;) {
      const now = clock.monotonic()
      const next = queue.first(now)
      if (!next) {
        alarm.stop()
        break
      }
      const { item, isOverdue } = next
      const isPerson = item.priority === 'interactive'
      const kept = isPerson || isOverdue ? null : keptFor(bucket, item, now)
      const { at } = books.freeAt(now, kept)
      if (at > now) {
        alarm.ringAt(Math.min(at, kept?.until ?? at))
        break
      }
      queue.grant(item, now)
      if (!isPerson) reserve.worked(now)
      item.grant(books.take(now))
    }
    onChange?.()
  }

  function keptFor({ queue, books, reserve }: Bucket, { following, priority }: Waiter, now: number): Kept {
    const free = books.freeInMinute(now)
    return reserve.kept(now, { ahead: queue.size() + following, free, perMinute: books.limit().perMinute, isBackground: priority === 'background' })
  }

  /** When a call of this priority may leave, as far as is known now. */
  function outlook(bucket: Bucket, waiter: Waiter, now: number): { at: number; waitingFor: WaitingFor } {
    return bucket.books.freeAt(now, waiter.priority === 'interactive' ? null : { ...keptFor(bucket, waiter, now), minute: 0 })
  }

  /** A place for the call. Throws `cancelled` or `waited_too_long`. */
  function enter(bucket: Bucket, { urgency, signal, work, key }: Call): Promise<Slot> {
    return new Promise((resolve, reject) => {
      const enteredAt = clock.monotonic()
      let patience: Alarm | null = null
      const waiter: Waiter = {
        get priority() {
          return urgency.priority
        },
        turn: work?.id ?? key?.id ?? '',
        following: work?.following ?? 0,
        grant(slot) {
          settle()
          urgency.leave()
          resolve(slot)
        },
      }
      const unlisten = urgency.onRaise(() => {
        bucket.queue.move(waiter)
        if (urgency.priority === 'interactive') bucket.reserve.asked(clock.monotonic())
        pumpSoon(bucket)
      })
      const cancel = () => leave(cancelledError())
      signal.addEventListener('abort', cancel, { once: true })

      function settle(): void {
        patience?.stop()
        patience = null
        unlisten()
        signal.removeEventListener('abort', cancel)
      }
      function leave(error: AppError): void {
        settle()
        bucket.queue.remove(waiter)
        pumpSoon(bucket)
        reject(error)
      }
      function look(): void {
        if (!patience) return
        const now = clock.monotonic()
        const { at, waitingFor } = outlook(bucket, waiter, now)
        const isKnown = Number.isFinite(at)
        // No place comes free before: waiting would only keep the person from being told.
        if (now >= urgency.leaveBy || (isKnown && at > urgency.leaveBy)) {
          return leave(waitedTooLong(now - enteredAt, waitingFor, isKnown ? Math.round(clock.now() + Math.max(0, at - now)) : null))
        }
        patience.ringAt(urgency.leaveBy)
      }

      if (urgency.priority === 'interactive') bucket.reserve.asked(enteredAt)
      bucket.queue.add(waiter)
      pumpSoon(bucket)
      if (urgency.leaveBy === Number.POSITIVE_INFINITY) return
      patience = createAlarm(clock, look)
      queueMicrotask(look)
    })
  }

  const layer: Layer = async (call, next) => {
    throwIfCancelled(call.signal)
    const bucket = bucketOf(call.quota, call.endpoint.limit)
    const slot = await enter(bucket, call)
    const row = store.depart(bucket.quota, bucket.limitClass)
    let isSent = true
    try {
      const outcome = await next(call)
      isSent = outcome.reply !== null || !(outcome.error?.kind === 'no_network' || outcome.error?.kind === 'tls')
      if (isSent && bucket.books.ended(slot, clock.monotonic(), outcome.reply, clock.now())) {
        store.learn(bucket.quota, bucket.limitClass, bucket.books.learnt())
      }
      return outcome
    } catch (thrown) {
      isSent = false
      throw thrown
    } finally {
      if (isSent) store.ended(row)
      else {
        bucket.books.forget(slot)
        store.forget(row)
      }
      pumpSoon(bucket)
      if (bucket.heir) pumpSoon(bucket.heir)
    }
  }

  function gaugeOf({ quota, limitClass, books, queue }: Bucket): Gauge {
    const now = clock.monotonic()
    const { minute, day, inFlight } = books.used(now)
    const { at } = books.freeAt(now, null)
    return {
      accountId: quota,
      limitClass,
      ...books.limit(),
      isLearnt: Object.values(books.learnt()).some((number) => number !== null),
      usedMinute: minute,
      usedDay: day,
      inFlight,
      waiting: queue.counts(),
      nextFreeAt: at > now && Number.isFinite(at) ? Math.round(clock.now() + at - now) : null,
    }
  }

  return {
    layer,
    gauges: () => [...buckets.values()].map(gaugeOf),
    merge(quota, fromQuota) {
      for (const from of buckets.values()) {
        if (from.quota !== fromQuota) continue
        const into = bucketOf(quota, from.limitClass)
        if (into.books === from.books) continue
        into.books.absorb(from.books.content())
        from.books = into.books
        from.heir = into
        pumpSoon(into)
      }
    },
    close() {
      for (const { alarm } of buckets.values()) alarm.stop()
      store.close()
    },
  }
}

/** `freeAt`: when a place may come free, wall clock; null when only an answer frees one. */
function waitedTooLong(waitedMs: number, waitingFor: WaitingFor, freeAt: number | null): AppError {
  return new AppError('waited_too_long', 'No place for the call comes free in time', { details: { waitedMs: Math.round(waitedMs), waitingFor, freeAt } })
}
