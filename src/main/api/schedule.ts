import type { LimitClass } from '#shared/api/limits.ts'
import { AppError } from '#shared/errors.ts'
import type { Gauge } from '#shared/ipc/accounts.ts'
import type { Clock } from '../clock.ts'
import type { BooksStore } from './books-store.ts'
import { createBooks, type Books, type Slot, type WaitingFor } from './books.ts'
import { cancelledError, throwIfCancelled } from './cancelled.ts'
import type { Call, Layer } from './pipeline.ts'
import { createQueue, type Queue } from './queue.ts'

export interface Schedule {
  layer: Layer
  gauges(): Gauge[]
  close(): void
}

interface Bucket {
  quota: string
  limitClass: LimitClass
  books: Books
  queue: Queue<Waiter>
  /** Ends the sleep until the next place is free. */
  alarm: AbortController | null
}

interface Waiter {
  readonly priority: Call['urgency']['priority']
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
    const books = createBooks(limitClass, ages.map((age) => now - age), learnt)
    const bucket: Bucket = { quota, limitClass, books, queue: createQueue(), alarm: null }
    buckets.set(id, bucket)
    return bucket
  }

  /** Grants every place that is free, then sleeps until the next one will be. What the first may not, nobody behind it may. */
  function pump(bucket: Bucket): void {
    bucket.alarm?.abort()
    bucket.alarm = null
    for (let first = bucket.queue.first(); first; first = bucket.queue.first()) {
      const now = clock.monotonic()
      const { at } = bucket.books.freeAt(now, first.priority)
      if (at > now) {
        if (Number.isFinite(at)) sleepUntil(bucket, at - now)
        break
      }
      bucket.queue.remove(first)
      first.grant(bucket.books.take())
    }
    onChange?.()
  }

  function sleepUntil(bucket: Bucket, ms: number): void {
    const alarm = new AbortController()
    bucket.alarm = alarm
    clock.sleep(ms, alarm.signal).then(
      () => pump(bucket),
      () => undefined,
    )
  }

  /** A place for the call. Throws `cancelled` or `waited_too_long`. */
  function enter(bucket: Bucket, { urgency, signal }: Call): Promise<Slot> {
    return new Promise((resolve, reject) => {
      const enteredAt = clock.monotonic()
      const patience = new AbortController()
      const waiter: Waiter = {
        get priority() {
          return urgency.priority
        },
        grant: (slot) => {
          settle()
          resolve(slot)
        },
      }
      const unlisten = urgency.onRaise(() => {
        bucket.queue.move(waiter)
        pump(bucket)
      })
      const cancel = () => leave(cancelledError())
      signal.addEventListener('abort', cancel, { once: true })

      function settle(): void {
        patience.abort()
        unlisten()
        signal.removeEventListener('abort', cancel)
      }
      function leave(error: AppError): void {
        settle()
        bucket.queue.remove(waiter)
        pump(bucket)
        reject(error)
      }
      function giveUpInTime(): void {
        if (urgency.leaveBy === Number.POSITIVE_INFINITY || patience.signal.aborted) return
        const now = clock.monotonic()
        const { at, waitingFor } = bucket.books.freeAt(now, urgency.priority)
        const isKnown = Number.isFinite(at)
        // No place comes free before: waiting would only keep the person from being told.
        if (now >= urgency.leaveBy || (isKnown && at > urgency.leaveBy)) {
          return leave(waitedTooLong(now - enteredAt, waitingFor, isKnown ? Math.round(clock.now() + Math.max(0, at - now)) : null))
        }
        clock.sleep(urgency.leaveBy - now, patience.signal).then(giveUpInTime, () => undefined)
      }

      bucket.queue.add(waiter)
      pump(bucket)
      giveUpInTime()
    })
  }

  const layer: Layer = async (call, next) => {
    throwIfCancelled(call.signal)
    const bucket = bucketOf(call.quota, call.endpoint.limit)
    const slot = await enter(bucket, call)
    const row = store.depart(call.quota, call.endpoint.limit)
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
      pump(bucket)
    }
  }

  function gaugeOf({ quota, limitClass, books, queue }: Bucket): Gauge {
    const now = clock.monotonic()
    const { minute, day, inFlight } = books.used(now)
    const { at } = books.freeAt(now, 'interactive')
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
    close() {
      for (const bucket of buckets.values()) bucket.alarm?.abort()
    },
  }
}

/** `freeAt`: when a place may come free, wall clock; null when only an answer frees one. */
function waitedTooLong(waitedMs: number, waitingFor: WaitingFor, freeAt: number | null): AppError {
  return new AppError('waited_too_long', 'No place for the call comes free in time', { details: { waitedMs: Math.round(waitedMs), waitingFor, freeAt } })
}
