import type { OrderIntentEvent, OrderIntentFilter } from '#shared/ipc/order-intent-schemas.ts'
import type { OrderRun } from '#shared/ipc/order-run-schema.ts'
import { minuteMs } from '#shared/durations.ts'
import type { Clock } from '#main/clock.ts'
import { isIntentOpen, type StoredIntent } from '#main/orders/stored-intent-schema.ts'
import { isChargedTransferThatFailed } from '#main/orders/derive-order-status.ts'
import { maySendingHaveBeenExecuted } from '#main/orders/may-sending-have-been-executed.ts'
import { createRefusedAndBalanceHeldOrdersByRun } from './refused-and-balance-held-orders-by-run.ts'
import {
  isOrderBlockedByBalance,
  isOrderRefusedForReasonOtherThanBalance,
  mayOrderBeQuotedAgain,
} from './refused-order-predicates.ts'
import {
  createOrderRunIntentCounter,
  isIntentHeldUntilUserActs,
  isIntentRefusedAndSettled,
  type QueuedAndSentIntentCount,
  type OrderRunIntentCounter,
} from './count-run-intents-by-what-they-wait-for.ts'

/** Tracks the progress of order runs. A run is listed from the first `recordIntent` of one of its intents. */
export interface OrderRunTracker {
  /** Records the newest version of an intent. */
  recordIntent(intent: StoredIntent): void
  /** Records intents for the declined orders, without showing their runs. Returns the runs with such an order. */
  recordEarlierIntents(intents: readonly StoredIntent[]): string[]
  listRuns(): OrderRun[]
  /** Declined or held intents that may be priced again. */
  listOrdersToQuoteAgain(runId: string): StoredIntent[]
  /** The intents that the run's accounts count as `blockedByBalance`, as `declined`, or as `onHold`. */
  listIntentsWaitingFor(
    runId: string,
    waitsFor: Exclude<NonNullable<OrderIntentFilter['waitsFor']>, 'user' | 'stopped'>,
  ): StoredIntent[]
  /** The intents that the runs count as `waitsForYou`, without dismissed runs. */
  listIntentsWaitingForUser(): StoredIntent[]
  /** The stored lists changed. Returns whether a run changed. */
  recheckObsoleteOrders(): boolean
  hasRun(runId: string): boolean
  countIntents(runId: string): number
  /** Time of the last confirmation or sending of the run, epoch milliseconds by our clock; 0 if there is none. */
  lastActivityAt(runId: string): number
  countOpenIntents(accountId: string): number
  /** Whether orders of the account could not be sent, with an error that delays all of its orders. */
  hasDelayedIntents(accountId: string): boolean
}

interface Run {
  intents: Map<string, StoredIntent>
  counts: OrderRunIntentCounter
  /** Null until the first intent is sent. */
  rate: SendingRate | null
  activeAt: number
}

/**
 * Counts the answers to first sendings since `since`. `endedAt`: the time of the last answer. Both times are monotonic.
 */
interface SendingRate {
  since: number
  ended: number
  endedAt: number
}

/**
 * Waiting for an answer or for a rate limit of a minute never takes so long. After a longer gap, sending was impossible
 * or the machine slept.
 */
const rateResetAfterMs = 5 * minuteMs

/** Events that set `activeAt` of a run: the user confirmed the order, or it was sent. */
const activityEvents: readonly OrderIntentEvent[] = ['planned', 'released', 'sent']

export interface OrderRunTrackerDeps {
  clock: Pick<Clock, 'now' | 'monotonic'>
  /** Whether the stored lists show that nothing is left to do for an order that was not carried out. */
  isObsolete: (intent: StoredIntent) => boolean
  isDismissed: (runId: string) => boolean
  /** The minutes that these orders need at the rate limits of their accounts. Absent: no limit is known. */
  estimateMinutesToSend?: (left: readonly QueuedAndSentIntentCount[]) => number
}

export function createOrderRunTracker({
  clock,
  isObsolete,
  isDismissed,
  estimateMinutesToSend = () => 0,
}: OrderRunTrackerDeps): OrderRunTracker {
  const runs = new Map<string, Run>()
  const open = new Map<string, number>()
  const declinedOrders = createRefusedAndBalanceHeldOrdersByRun(isObsolete)

  function count(accountId: string, by: number): void {
    open.set(accountId, (open.get(accountId) ?? 0) + by)
  }

  function recordIntent(intent: StoredIntent): void {
    const run: Run = runs.get(intent.runId) ?? {
      intents: new Map(),
      counts: createOrderRunIntentCounter(),
      rate: null,
      activeAt: 0,
    }
    runs.set(intent.runId, run)
    declinedOrders.recordIntent(intent)
    const before = run.intents.get(intent.id)
    run.intents.set(intent.id, intent)
    run.counts.count(intent, before)
    // A version written now is the newest, whatever the clock says. At the start, the step with the latest time counts.
    const active = (before ? intent.steps.slice(-1) : intent.steps).findLast(({ event }) =>
      activityEvents.includes(event),
    )
    if (active) run.activeAt = before ? active.at : Math.max(run.activeAt, active.at)
    count(intent.item.accountId, Number(isIntentOpen(intent)) - Number(before !== undefined && isIntentOpen(before)))
    run.rate = updateRate(run, intent, before)
  }

  /**
   * The measurement restarts after a standstill, because pauses must not count in the rate. A lost answer and its
   * repeats are ignored, because they do not reduce the number of unsent orders.
   */
  function updateRate(
    { counts, rate }: Run,
    { state, sendings }: StoredIntent,
    before: StoredIntent | undefined,
  ): SendingRate | null {
    if (counts.countQueuedAndSentIntents() === 0) return null
    const isRepeat = before !== undefined && maySendingHaveBeenExecuted(before.sendings)
    const isLost = before !== undefined && sendings.lost > before.sendings.lost
    if (isRepeat || isLost) return rate
    const isEnd = before?.state === 'sent' && state !== 'sent' && state !== 'planned'
    if (state !== 'sent' && !isEnd) return rate
    const at = clock.monotonic()
    const going = rate && at - rate.endedAt <= rateResetAfterMs ? rate : null
    if (isEnd) return going && { ...going, ended: going.ended + 1, endedAt: at }
    return going ?? { since: at, ended: 0, endedAt: at }
  }

  function toOrderRun(id: string, { counts, rate }: Run): OrderRun {
    const left = counts.countQueuedAndSentIntents()
    const atRateSoFar =
      left === 0 || !rate || rate.ended === 0 ? null : (left * (clock.monotonic() - rate.since)) / rate.ended / minuteMs
    // The first orders of a minute are sent fast, until the limit of the minute holds the others.
    const minutesLeft =
      atRateSoFar === null ? null : Math.max(atRateSoFar, estimateMinutesToSend(counts.listQueuedAndSentCounts()))
    const view = counts.toOrderRun(declinedOrders.listByRun(id))
    const answeredAt = minutesLeft === null || !rate ? null : clock.now() - (clock.monotonic() - rate.endedAt)
    return {
      id,
      ...view,
      // A run that was dismissed before the user is asked again about one of its orders is shown again.
      isDismissed: view.state === 'ended' && view.byStatus.needs_you === 0 && isDismissed(id),
      minutesLeft,
      answeredAt,
    }
  }

  return {
    recordIntent,
    recordEarlierIntents(intents) {
      intents.forEach(declinedOrders.recordIntent)
      return declinedOrders.listRunIds()
    },
    listOrdersToQuoteAgain: (runId) => declinedOrders.listByRun(runId).filter(mayOrderBeQuotedAgain),
    listIntentsWaitingFor(runId, waitsFor) {
      const declined = declinedOrders.listByRun(runId)
      if (waitsFor === 'declined') return declined.filter(isOrderRefusedForReasonOtherThanBalance)
      const forBalance = declined.filter(isOrderBlockedByBalance)
      if (waitsFor === 'balance') return forBalance
      const ids = new Set(forBalance.map(({ id }) => id))
      return [...(runs.get(runId)?.intents.values() ?? [])].filter(
        (intent) => isIntentHeldUntilUserActs(intent) && !ids.has(intent.id),
      )
    },
    listIntentsWaitingForUser() {
      return [...runs].flatMap(([id, run]) => {
        const { isDismissed, waitsForYou } = toOrderRun(id, run)
        if (isDismissed || waitsForYou === 0) return []
        const waiting = [...run.intents.values()].filter(
          (intent) => intent.needsYou || isIntentHeldUntilUserActs(intent) || isChargedTransferThatFailed(intent),
        )
        return [...waiting, ...declinedOrders.listByRun(id).filter(isIntentRefusedAndSettled)]
      })
    },
    recheckObsoleteOrders: declinedOrders.recheckObsoleteOrders,
    listRuns: () => [...runs].map(([id, run]) => toOrderRun(id, run)),
    hasRun: (runId) => runs.has(runId),
    countIntents: (runId) => runs.get(runId)?.intents.size ?? 0,
    lastActivityAt: (runId) => runs.get(runId)?.activeAt ?? 0,
    countOpenIntents: (accountId) => open.get(accountId) ?? 0,
    hasDelayedIntents: (accountId) =>
      [...runs.values()].some(({ counts }) => counts.countDelayedIntents(accountId) > 0),
  }
}
