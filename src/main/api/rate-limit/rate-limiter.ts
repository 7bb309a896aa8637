import { minuteMs, type LimitClass } from '#shared/api/limits.ts'
import type { QuotaUsage } from '#shared/ipc/accounts.ts'
import type { Clock } from '#main/clock.ts'
import { createReschedulableTimer } from '#main/event-loop/reschedulable-timer.ts'
import type { RateLedger, Slot, WaitingFor } from './rate-ledger.ts'
import type { CallOutcome } from '#main/api/middleware.ts'
import { createPriorityQueue, type QueueItem } from './priority-queue.ts'
import { createInteractiveReserve } from './interactive-reserve.ts'
import { createPacer, type BatchBacklog } from './pacing.ts'

/** A call that waits for its place. */
export interface QueuedCall extends QueueItem {
  /** How many more of its work will come. */
  readonly remainingCalls: number
  grant(slot: Slot): void
}

/** The budget of one account and limit class, and who waits for it. */
export interface RateLimiter {
  readonly quota: string
  readonly limitClass: LimitClass
  readonly ledger: RateLedger
  add(waiter: QueuedCall): void
  /** Its priority has changed. */
  reprioritize(waiter: QueuedCall): void
  remove(waiter: QueuedCall): void
  /** Its call ended, with an answer or without. True when a limit was learnt. */
  recordEnd(slot: Slot, response: CallOutcome['response']): boolean
  /** When a call of this priority may leave, as far as is known now. */
  estimateStart(waiter: QueuedCall, now: number): { at: number; waitingFor: WaitingFor }
  /** Something changed: looks again who may leave. */
  wake(): void
  /** Spends from the books of another from now on. */
  mergeInto(mergedLimiter: RateLimiter): void
  /** The calls that the other sent so far count here, too. */
  addUsageOf(other: RateLimiter): void
  quotaUsage(): QuotaUsage
  close(): void
}

interface Deps {
  clock: Clock
  quota: string
  limitClass: LimitClass
  ledger: RateLedger
  onChange: () => void
}

/** Of the typical length of a work's calls, what the newest says: one that hangs among short ones does not make them long. */
const callDurationSmoothing = 1 / 8
const maxCallDurationMs = minuteMs / 4

export function createRateLimiter({ clock, quota, limitClass, ledger: ownLedger, onChange }: Deps): RateLimiter {
  const queue = createPriorityQueue<QueuedCall>()
  const reserve = createInteractiveReserve()
  const pacer = createPacer()
  const wakeTimer = createReschedulableTimer(clock, grantFreeSlots)
  let mergedLimiter: RateLimiter | null = null
  let lastBatchCallAt = Number.NEGATIVE_INFINITY
  /** How long calls of work hold their place; null before the first. */
  let averageCallMs: number | null = null
  const batchSlots = new WeakSet<Slot>()
  let isGrantScheduled = false

  /** Those of the heir, who may have an heir, too. */
  const currentLedger = (): RateLedger => mergedLimiter?.ledger ?? ownLedger

  /** Grants every place that is free, then sleeps until the next one will be. What the first may not, nobody behind it may. */
  function grantFreeSlots(): void {
    isGrantScheduled = false
    const ledger = currentLedger()
    for (;;) {
      const now = clock.monotonic()
      const next = queue.first(now)
      if (!next) {
        wakeTimer.stop()
        break
      }
      const { item, isOverdue } = next
      const isPerson = item.priority === 'interactive'
      const { at, recheckAt } = isPerson || isOverdue ? nextInteractiveStart(now) : nextBatchStart(item, now)
      if (at > now) {
        wakeTimer.fireAt(recheckAt)
        break
      }
      queue.grant(item, now)
      const slot = ledger.startCall(now)
      if (!isPerson) {
        lastBatchCallAt = now
        batchSlots.add(slot)
      }
      item.grant(slot)
    }
    onChange()
  }

  function nextInteractiveStart(now: number): { at: number; recheckAt: number } {
    const { at } = currentLedger().freeAt(now, null)
    return { at, recheckAt: at }
  }

  /** Beside what is kept for a person, and spread over the minute; `recheckAt`: from when it may be earlier. */
  function nextBatchStart(waiter: QueuedCall, now: number): { at: number; recheckAt: number } {
    const work = backlogOf(waiter, now)
    const kept = reserve.reservedCapacity(now, work)
    const pacing = pacer.decide(now, work, reserve.isUserActive(now))
    const free = currentLedger().freeAt(now, { minute: Math.max(kept.minute, pacing.minute), slots: kept.slots })
    const at = Math.max(free.at + pacing.slotDelayMs, pacing.notBefore)
    return { at, recheckAt: Math.min(at, kept.until, pacing.until) }
  }

  function backlogOf({ remainingCalls, priority }: QueuedCall, now: number): BatchBacklog {
    const ledger = currentLedger()
    const { perMinute, concurrent } = ledger.limit()
    const maxPerMinute = averageCallMs === null ? Number.POSITIVE_INFINITY : (Math.max(1, concurrent - 1) * (minuteMs + averageCallMs)) / averageCallMs
    return { maxPerMinute, pendingCalls: queue.size() + remainingCalls, freeInMinute: ledger.freeInMinute(now), perMinute, lastBatchCallAt, isBackground: priority === 'background' }
  }

  /** Soon, so that all calls that come together are seen together. */
  function wake(): void {
    mergedLimiter?.wake()
    if (isGrantScheduled) return
    isGrantScheduled = true
    queueMicrotask(grantFreeSlots)
  }

  function noteInteractiveCall({ priority }: QueuedCall): void {
    if (priority === 'interactive') reserve.recordInteractiveCall(clock.monotonic())
  }

  return {
    quota,
    limitClass,
    get ledger() {
      return currentLedger()
    },
    add(waiter) {
      noteInteractiveCall(waiter)
      queue.add(waiter)
      wake()
    },
    reprioritize(waiter) {
      noteInteractiveCall(waiter)
      queue.reprioritize(waiter)
      wake()
    },
    remove(waiter) {
      queue.remove(waiter)
      wake()
    },
    recordEnd(slot, response) {
      const now = clock.monotonic()
      const tookMs = Math.min(now - slot.sentAt, maxCallDurationMs)
      if (batchSlots.has(slot)) averageCallMs = averageCallMs === null ? tookMs : averageCallMs + callDurationSmoothing * (tookMs - averageCallMs)
      return currentLedger().recordEnd(slot, now, response, clock.now())
    },
    estimateStart(waiter, now) {
      if (waiter.priority === 'interactive') return currentLedger().freeAt(now, null)
      return currentLedger().freeAt(now, { minute: 0, slots: reserve.reservedCapacity(now, backlogOf(waiter, now)).slots })
    },
    wake,
    mergeInto(other) {
      other.ledger.mergeCalls(currentLedger().content())
      mergedLimiter = other
      other.wake()
    },
    addUsageOf(other) {
      const { ownEnds, inFlight: inFlightSlots } = other.ledger.content()
      const now = clock.monotonic()
      currentLedger().mergeCalls({ ownEnds: [...ownEnds, ...[...inFlightSlots].map(() => now)], inFlight: new Set() })
    },
    quotaUsage() {
      const ledger = currentLedger()
      const now = clock.monotonic()
      const { minute, day, inFlight } = ledger.usage(now)
      const { at } = ledger.freeAt(now, null)
      return {
        accountId: quota,
        limitClass,
        ...ledger.limit(),
        learnt: ledger.learntLimitNames(),
        usedMinute: minute,
        usedDay: day,
        inFlight,
        waiting: queue.counts(),
        nextFreeAt: at > now && Number.isFinite(at) ? Math.round(clock.now() + at - now) : null,
        waitsForAnswer: at === Number.POSITIVE_INFINITY,
      }
    },
    close: wakeTimer.stop,
  }
}
