import type { LimitClass } from '#shared/api/limits.ts'
import { minuteMs } from '#shared/durations.ts'
import type { QuotaUsage } from '#shared/ipc/accounts.ts'
import type { Clock } from '#main/clock.ts'
import { createReschedulableTimer } from '#main/event-loop/reschedulable-timer.ts'
import type { RateLedger, Slot, WaitingFor } from './rate-ledger.ts'
import type { CallOutcome } from '#main/api/middleware.ts'
import { createPriorityQueue, type QueueItem } from './priority-queue.ts'
import { createInteractiveReserve } from './interactive-reserve.ts'
import { createPacer, type BatchBacklog } from './pacing.ts'

/** A call that waits for its slot. */
export interface QueuedCall extends QueueItem {
  /** How many more calls of its batch will follow. */
  readonly remainingCalls: number
  grant(slot: Slot): void
}

/** The quota of one account and limit class, with the queue of calls that wait for it. */
export interface RateLimiter {
  readonly quota: string
  readonly limitClass: LimitClass
  readonly ledger: RateLedger
  add(waiter: QueuedCall): void
  /** The priority of the call has changed. */
  reprioritize(waiter: QueuedCall): void
  remove(waiter: QueuedCall): void
  /** The call ended, with a response or without. Returns true if a limit was learnt. */
  recordEnd(slot: Slot, response: CallOutcome['response']): boolean
  /** When the call may be sent, as far as is known now. */
  estimateStart(waiter: QueuedCall, now: number): { at: number; waitingFor: WaitingFor }
  /** Something changed: checks again which calls may be sent. */
  wake(): void
  /** Uses the rate ledger of the other limiter from now on. */
  mergeInto(mergedLimiter: RateLimiter): void
  /** Adds the calls that the other limiter has counted so far. */
  copyUsageFrom(other: RateLimiter): void
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

/** Smoothing factor of the moving average of the call duration. One slow call among short ones has little weight. */
const callDurationSmoothing = 1 / 8
const maxCallDurationMs = minuteMs / 4

export function createRateLimiter({ clock, quota, limitClass, ledger: ownLedger, onChange }: Deps): RateLimiter {
  const queue = createPriorityQueue<QueuedCall>()
  const reserve = createInteractiveReserve()
  const pacer = createPacer()
  const wakeTimer = createReschedulableTimer(clock, grantFreeSlots)
  let mergedLimiter: RateLimiter | null = null
  let lastBatchCallAt = Number.NEGATIVE_INFINITY
  /** Moving average of the duration of batch calls; null before the first. */
  let averageCallMs: number | null = null
  const batchSlots = new WeakSet<Slot>()
  let isGrantScheduled = false

  /**
   * The rate ledger in use: the ledger of the limiter into which this limiter was merged, if any. That limiter may have
   * been merged itself.
   */
  const currentLedger = (): RateLedger => mergedLimiter?.ledger ?? ownLedger

  /**
   * Grants every free slot, then sleeps until the next slot is expected. If the first call must wait, all calls behind
   * it wait.
   */
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
      const isInteractive = item.priority === 'interactive'
      const { at, recheckAt } = isInteractive || isOverdue ? nextInteractiveStart(now) : nextBatchStart(item, now)
      if (at > now) {
        wakeTimer.fireAt(recheckAt)
        break
      }
      queue.grant(item, now)
      const slot = ledger.startCall(now)
      if (!isInteractive) {
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

  /** Applies the interactive reserve and the pacing. `recheckAt`: from when the result may be earlier. */
  function nextBatchStart(waiter: QueuedCall, now: number): { at: number; recheckAt: number } {
    const backlog = backlogOf(waiter, now)
    const reserved = reserve.reservedCapacity(now, backlog)
    const pacing = pacer.decide(now, backlog, reserve.isUserActive(now))
    const free = currentLedger().freeAt(now, {
      callsPerMinute: Math.max(reserved.callsPerMinute, pacing.withheldCalls),
      slots: reserved.slots,
    })
    const at = Math.max(free.at + pacing.slotDelayMs, pacing.notBefore)
    return { at, recheckAt: Math.min(at, reserved.reviewAt, pacing.withheldUntil) }
  }

  function backlogOf({ remainingCalls, priority }: QueuedCall, now: number): BatchBacklog {
    const ledger = currentLedger()
    const { perMinute, concurrent } = ledger.limit()
    const maxPerMinute =
      averageCallMs === null
        ? Number.POSITIVE_INFINITY
        : (Math.max(1, concurrent - 1) * (minuteMs + averageCallMs)) / averageCallMs
    return {
      maxPerMinute,
      pendingCalls: queue.countNonInteractive() + remainingCalls,
      freeInMinute: ledger.freeInMinute(now),
      perMinute,
      lastBatchCallAt,
      isBackground: priority === 'background',
    }
  }

  /** Runs in a microtask, so that calls that arrive together are seen together. */
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
      if (batchSlots.has(slot))
        averageCallMs =
          averageCallMs === null ? tookMs : averageCallMs + callDurationSmoothing * (tookMs - averageCallMs)
      return currentLedger().recordEnd(slot, now, response, clock.now())
    },
    estimateStart(waiter, now) {
      if (waiter.priority === 'interactive') return currentLedger().freeAt(now, null)
      return currentLedger().freeAt(now, {
        callsPerMinute: 0,
        slots: reserve.reservedCapacity(now, backlogOf(waiter, now)).slots,
      })
    },
    wake,
    mergeInto(other) {
      other.ledger.mergeCalls(currentLedger().content())
      mergedLimiter = other
      other.wake()
    },
    copyUsageFrom(other) {
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
