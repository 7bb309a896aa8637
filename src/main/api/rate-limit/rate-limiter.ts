import type { RateLimitClass } from '#shared/api/service-limits.ts'
import { minuteMs } from '#shared/durations.ts'
import type { QuotaUsage } from '#shared/ipc/accounts.ts'
import type { Clock } from '#main/clock.ts'
import { createEarliestTimer } from '#main/event-loop/earliest-timer.ts'
import type { RateLedger, RetryAfterWaits, StartedCall } from './rate-ledger.ts'
import type { CallAttemptOutcome } from '#main/api/call-context-and-attempt-outcome.ts'
import type { CallPriority } from '#main/api/api-client-interface.ts'
import type { EstimatedStart } from '#main/api/queued-call.ts'
import { createPriorityQueue, type PriorityQueueItem } from './priority-queue.ts'
import { createInteractiveReserve } from './interactive-reserve.ts'
import { createPacer, type BatchAtQueueFront } from './spread-calls-of-large-batch.ts'

/**
 * The right to send one call. It counts in the ledger of the limit class and, if it names a server, in that of the
 * server.
 */
export interface GrantedSlots {
  readonly slot: StartedCall
  readonly server: string | null
  readonly serverSlot: StartedCall | null
}

/** A call that waits for its slot. */
export interface SlotWaiter extends PriorityQueueItem {
  /** The server that the call names, in lower case; null if it names none. */
  readonly server: string | null
  /** How many more calls of its batch will follow. */
  readonly remainingCalls: number
  grant(grant: GrantedSlots): void
}

/** The usage without `heldUntil`, because calls that are held have not reached the rate limiter yet. */
export type RateLimiterUsage = Omit<QuotaUsage, 'heldUntil' | 'repeatAt'>

/** The quota of one account and limit class, with the queue of calls that wait for it. */
export interface RateLimiter {
  readonly quota: string
  readonly limitClass: RateLimitClass
  /** The ledger of the calls to one server; null: of all calls. */
  ledgerOf(server: string | null): RateLedger
  add(waiter: SlotWaiter): void
  /** Call it after the priority of the call changed. */
  reprioritize(waiter: SlotWaiter): void
  remove(waiter: SlotWaiter): void
  /** Removes a granted call from its ledgers. Call it if the call was not sent. */
  discardUnsentCall(grant: GrantedSlots): void
  /** The call ended, with a response or without. Returns true if a limit was learnt. */
  recordEnd(grant: GrantedSlots, response: CallAttemptOutcome['response']): boolean
  /** When the call may be sent, as far as is known now. */
  estimateStart(waiter: SlotWaiter, now: number): EstimatedStart
  /** Something changed: checks again which calls may be sent. */
  wake(): void
  /** Uses the rate ledgers of the other limiter from now on. Returns their servers; null: the ledger of the class. */
  mergeInto(mergedLimiter: RateLimiter): (string | null)[]
  /** Adds the calls that the other limiter has counted so far, and applies its limits and waits. */
  copyUsageFrom(other: RateLimiter): void
  /**
   * Ends the waits from 429 responses without rate-limit headers, and wakes the calls. Returns each ledger that had
   * such a wait, with the waits that remain.
   */
  endWaitsAfter429WithoutHeaders(): { server: string | null; waits: RetryAfterWaits }[]
  /** See `RateLedger`. Wakes the calls. */
  shortenStatedWaits(ms: number): void
  quotaUsage(): RateLimiterUsage
  close(): void
}

interface Deps {
  clock: Clock
  quota: string
  limitClass: RateLimitClass
  /** Loads what is stored of the calls to one server; null: of all calls. */
  loadLedger: (server: string | null) => RateLedger
  onChange: () => void
}

/** Smoothing factor of the moving average of the call duration. One slow call among short ones has little weight. */
const callDurationSmoothing = 1 / 8
const maxCallDurationMs = minuteMs / 4

export function createRateLimiter({ clock, quota, limitClass, loadLedger, onChange }: Deps): RateLimiter {
  const ownLedger = loadLedger(null)
  const serverLedgers = new Map<string, RateLedger>()
  const queue = createPriorityQueue<SlotWaiter>()
  /**
   * Calls that wait only for their server. They hold back no other call, and are queued again when their server is
   * free.
   */
  const parked = new Set<SlotWaiter>()
  const reserve = createInteractiveReserve()
  const pacer = createPacer()
  const wakeTimer = createEarliestTimer(clock, grantFreeSlots)
  let mergedLimiter: RateLimiter | null = null
  let lastBatchCallAt = Number.NEGATIVE_INFINITY
  /** Moving average of the duration of batch calls; null before the first. */
  let averageCallMs: number | null = null
  const batchSlots = new WeakSet<StartedCall>()
  let isGrantScheduled = false

  /**
   * The rate ledger in use: the ledger of the limiter into which this limiter was merged, if any. That limiter may have
   * been merged itself.
   */
  const currentLedger = (): RateLedger => mergedLimiter?.ledgerOf(null) ?? ownLedger

  function ledgerOfServer(server: string): RateLedger {
    const ledger = mergedLimiter?.ledgerOf(server) ?? serverLedgers.get(server) ?? loadLedger(server)
    serverLedgers.set(server, ledger)
    return ledger
  }

  const ledgerOf = (server: string | null) => (server === null ? currentLedger() : ledgerOfServer(server))

  /**
   * Grants every free slot, then sleeps until the next slot is expected. If the first call must wait, all calls behind
   * it wait.
   */
  function grantFreeSlots(): void {
    isGrantScheduled = false
    const ledger = currentLedger()
    for (;;) {
      const now = clock.monotonic()
      const unparkAt = unparkCalls(now)
      const next = queue.first(now)
      if (!next) {
        wakeTimer.stop()
        wakeTimer.fireAt(unparkAt)
        break
      }
      const { item, isOverdue } = next
      if (serverFreeAt(item, now) > now) {
        queue.remove(item)
        parked.add(item)
        continue
      }
      const isInteractive = item.priority === 'interactive'
      const { at, recheckAt } = isInteractive || isOverdue ? nextInteractiveStart(now) : nextBatchStart(item, now)
      if (at > now) {
        wakeTimer.fireAt(Math.min(recheckAt, unparkAt))
        break
      }
      queue.markServed(item, now)
      const { server } = item
      const slot = ledger.startCall(now, { reportsServerLimits: server !== null })
      const serverSlot = server === null ? null : ledgerOf(server).startCall(now)
      if (!isInteractive) {
        lastBatchCallAt = now
        batchSlots.add(slot)
      }
      item.grant({ slot, server, serverSlot })
    }
    onChange()
  }

  function serverFreeAt({ server }: SlotWaiter, now: number): number {
    return server === null ? Number.NEGATIVE_INFINITY : ledgerOf(server).earliestSendTime(now, null).at
  }

  /**
   * Queues the parked calls whose server has a free slot. Returns when the next server has a free slot; Infinity if
   * only a response can free a slot.
   */
  function unparkCalls(now: number): number {
    let nextAt = Number.POSITIVE_INFINITY
    for (const call of parked) {
      const at = serverFreeAt(call, now)
      if (at > now) nextAt = Math.min(nextAt, at)
      else {
        parked.delete(call)
        queue.add(call)
      }
    }
    return nextAt
  }

  function nextInteractiveStart(now: number): { at: number; recheckAt: number } {
    const { at } = currentLedger().earliestSendTime(now, null)
    return { at, recheckAt: at }
  }

  /**
   * Returns when the next batch call may start, after the interactive reserve and the pacing. `recheckAt`: the time
   * from which a new computation may give an earlier start.
   */
  function nextBatchStart(waiter: SlotWaiter, now: number): { at: number; recheckAt: number } {
    const backlog = backlogOf(waiter, now)
    const reserved = reserve.reservedCapacity(now, backlog)
    const pacing = pacer.decide(now, backlog, reserve.hadRecentInteractiveCall(now))
    const free = currentLedger().earliestSendTime(now, {
      callsPerMinute: Math.max(reserved.callsPerMinute, pacing.withheldCalls),
      slots: reserved.slots,
    })
    const at = Math.max(free.at + pacing.slotDelayMs, pacing.notBefore)
    return { at, recheckAt: Math.min(at, reserved.reviewAt, pacing.withheldUntil) }
  }

  function backlogOf({ remainingCalls, priority }: SlotWaiter, now: number): BatchAtQueueFront {
    const ledger = currentLedger()
    const { perMinute, concurrent } = ledger.effectiveLimits()
    const maxPerMinute =
      averageCallMs === null
        ? Number.POSITIVE_INFINITY
        : (Math.max(1, concurrent - 1) * (minuteMs + averageCallMs)) / averageCallMs
    return {
      maxPerMinute,
      pendingCalls: queue.countNonInteractive() + remainingCalls,
      freeInMinute: ledger.unusedCallsInMinute(now),
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

  function waitingCalls(): Record<CallPriority, number> {
    const counts = queue.countByPriority()
    for (const { priority } of parked) counts[priority] += 1
    return counts
  }

  function noteInteractiveCall({ priority }: SlotWaiter): void {
    if (priority === 'interactive') reserve.recordInteractiveCall(clock.monotonic())
  }

  return {
    quota,
    limitClass,
    ledgerOf,
    add(waiter) {
      noteInteractiveCall(waiter)
      queue.add(waiter)
      wake()
    },
    reprioritize(waiter) {
      noteInteractiveCall(waiter)
      if (!parked.has(waiter)) queue.reprioritize(waiter)
      wake()
    },
    remove(waiter) {
      if (!parked.delete(waiter)) queue.remove(waiter)
      wake()
    },
    discardUnsentCall({ slot, server, serverSlot }) {
      currentLedger().discardUnsentCall(slot)
      if (serverSlot) ledgerOf(server).discardUnsentCall(serverSlot)
    },
    recordEnd({ slot, server, serverSlot }, response) {
      const now = clock.monotonic()
      const tookMs = Math.min(now - slot.sentAt, maxCallDurationMs)
      if (batchSlots.has(slot))
        averageCallMs =
          averageCallMs === null ? tookMs : averageCallMs + callDurationSmoothing * (tookMs - averageCallMs)
      const hasLearnt = currentLedger().recordEnd(slot, now, response, clock.now())
      const hasServerLearnt = serverSlot !== null && ledgerOf(server).recordEnd(serverSlot, now, response, clock.now())
      return hasLearnt || hasServerLearnt
    },
    estimateStart(waiter, now) {
      const slots = reserve.reservedCapacity(now, backlogOf(waiter, now)).slots
      const reserved = waiter.priority === 'interactive' ? null : { callsPerMinute: 0, slots }
      const inClass = currentLedger().earliestSendTime(now, reserved)
      const atServer = waiter.server === null ? inClass : ledgerOf(waiter.server).earliestSendTime(now, null)
      return atServer.at > inClass.at ? atServer : inClass
    },
    wake,
    mergeInto(other) {
      other.ledgerOf(null).mergeCalls(currentLedger().getCallsAndLimits())
      for (const [server, ledger] of serverLedgers) other.ledgerOf(server).mergeCalls(ledger.getCallsAndLimits())
      mergedLimiter = other
      other.wake()
      return [null, ...serverLedgers.keys()]
    },
    copyUsageFrom(other) {
      const counted = other.ledgerOf(null).getCallsAndLimits()
      const now = clock.monotonic()
      const endsOfInFlight = [...counted.inFlight].map(() => now)
      currentLedger().mergeCalls({
        ...counted,
        ends: [...counted.ends, ...endsOfInFlight],
        ownEnds: [...counted.ownEnds, ...endsOfInFlight],
        inFlight: new Set(),
      })
    },
    endWaitsAfter429WithoutHeaders() {
      const now = clock.monotonic()
      const ended = [null, ...serverLedgers.keys()].flatMap((server) => {
        const ledger = ledgerOf(server)
        if (ledger.retryAfterWaits(now).unexplainedMs === 0) return []
        ledger.endWaitAfter429WithoutHeaders()
        return [{ server, waits: ledger.retryAfterWaits(now) }]
      })
      if (ended.length > 0) wake()
      return ended
    },
    shortenStatedWaits(ms) {
      // The ledgers of a merged limiter are those of the limiter into which it was merged.
      if (mergedLimiter) return
      const now = clock.monotonic()
      for (const ledger of [ownLedger, ...serverLedgers.values()]) ledger.shortenStatedWaits(ms, now)
      wake()
    },
    quotaUsage() {
      const ledger = currentLedger()
      const now = clock.monotonic()
      const { minute, minuteElsewhere, day, inFlight } = ledger.countUsage(now)
      const { at, waitingFor } = ledger.earliestSendTime(now, null)
      const nextFreeAt = at > now && Number.isFinite(at) ? Math.round(clock.now() + at - now) : null
      return {
        accountId: quota,
        limitClass,
        ...ledger.effectiveLimits(),
        learnt: ledger.learntLimitNames(),
        usedMinute: minute,
        usedMinuteElsewhere: minuteElsewhere,
        usedDay: day,
        inFlight,
        waiting: waitingCalls(),
        nextFreeAt,
        nextFreeAfter: nextFreeAt === null ? null : waitingFor,
        isWaitUnexplained:
          waitingFor === 'retry_after' && at > now && at - now === ledger.retryAfterWaits(now).unexplainedMs,
        waitsForAnswer: at === Number.POSITIVE_INFINITY,
      }
    },
    close: wakeTimer.stop,
  }
}
