import { isAppError } from '#shared/app-error.ts'
import { isErrorCausedBy } from '#shared/error-kinds.ts'
import type { ApiClient } from '#main/api/api-client-interface.ts'
import type { AccountsPort } from '#main/api/accounts-port.ts'
import type { HasErrorCauseEnded } from '#main/api/has-error-cause-ended.ts'
import type { Clock } from '#main/clock.ts'
import type { EmitEvent } from '#main/event-emitter-port.ts'
import { createThrottle } from '#main/event-loop/throttle.ts'
import type { StoredIntent } from '#main/orders/stored-intent-schema.ts'
import type { DismissedOrderRunsStore } from '#main/orders/dismissed-order-runs-store.ts'
import type { Journal, IntentBodyCipher } from '#main/orders/journal/journal-interface.ts'
import type { CurrentTimeByClock } from './settle-or-resend-rules.ts'
import {
  createOrderTargetStateFetcher,
  type OrderTargetReadListeners,
  type OrderTargetStateFetcher,
} from './fetch-order-target-states.ts'
import { createOrderRunTracker, type OrderRunTracker, type OrderRunTrackerDeps } from './order-run-tracker.ts'
import type { IntentEventTime } from './order-intent-transitions.ts'

export interface OrderSendingContextDeps {
  api: Pick<ApiClient, 'call' | 'sendPaidCall' | 'usableKeys' | 'findBlockThatHoldsCallsOf'>
  journal: Journal
  bodyCipher: IntentBodyCipher
  accounts: Pick<AccountsPort, 'account' | 'keys'>
  clock: Clock
  random: () => number
  newId: () => string
  /** Emits `orders.changed` and `orders.runs`. */
  emit: EmitEvent
  /** Called when the newest step of an intent contains new facts about what was ordered. */
  onStep: (intent: StoredIntent) => void
  /** Called when a domain's detail or a list was read for an order. */
  targetAnswerListeners?: OrderTargetReadListeners
  isObsolete: OrderRunTrackerDeps['isObsolete']
  hasErrorCauseEnded: HasErrorCauseEnded
  estimateMinutesToSend?: OrderRunTrackerDeps['estimateMinutesToSend']
  dismissed: DismissedOrderRunsStore
}

/** The objects that all functions that work on intents share. */
export interface OrderSendingContext extends OrderSendingContextDeps {
  targetStateFetcher: OrderTargetStateFetcher
  runTracker: OrderRunTracker
  /** Ids of intents whose `sent` step is being written. */
  idsBeingSent: Set<string>
  /** Aborts when the app ends. */
  signal: AbortSignal
  /**
   * The time of an event, with the service's clock if an answer contained it. `at`: the time of an earlier answer;
   * default: now.
   */
  eventTime(serverAt?: number | null, at?: number): IntentEventTime
  /** The current time by all clocks. `serverAt`: the service's clock in the newest answer. */
  clockTimes(serverAt: number | null): CurrentTimeByClock
  /** Writes a change once and publishes it. Throws the errors of the journal and of `change`. */
  changeIntent(id: string, change: (intent: StoredIntent) => StoredIntent): Promise<StoredIntent>
  /**
   * Writes a change of what already happened, again and again until the write succeeds. Throws when the app ends before
   * that.
   */
  changeIntentUntilWritten(id: string, change: (intent: StoredIntent) => StoredIntent): Promise<StoredIntent>
  /** Emits the runs, for a change that concerns no order. */
  publishRuns(): void
  /** Publishes an intent that was written. */
  publishIntent(intent: StoredIntent): void
  /** Publishes only the ID of a changed intent, because its run is not shown. */
  publishChangedId(intentId: string): void
  /**
   * Resolves early, without an error, when the app ends, when `until` aborts, or when `wake` is called (unless
   * `isWoken` is false).
   */
  sleepUntilWoken(ms: number, how?: { isWoken?: boolean; until?: AbortSignal }): Promise<void>
  wake(): void
}

const publishIntervalMs = 250
const firstRetryDelayMs = 1_000
const maxRetryDelayMs = 60_000

export function createOrderSendingContext(deps: OrderSendingContextDeps, signal: AbortSignal): OrderSendingContext {
  const { journal, clock, emit } = deps
  const runTracker = createOrderRunTracker({
    clock,
    isObsolete: deps.isObsolete,
    isDismissed: deps.dismissed.has,
    ...(deps.estimateMinutesToSend && { estimateMinutesToSend: deps.estimateMinutesToSend }),
  })
  const targetStateFetcher = createOrderTargetStateFetcher(deps)
  let changed = new Set<string>()
  let wakeSignal = new AbortController()
  const throttle = createThrottle(clock, publishIntervalMs, () => {
    if (signal.aborted) return
    const intentIds = [...changed]
    changed = new Set()
    emit('orders.changed', { intentIds })
    emit('orders.runs', runTracker.listRuns())
  })

  function publishIntent(intent: StoredIntent): void {
    runTracker.recordIntent(intent)
    publishChangedId(intent.id)
  }

  function publishChangedId(intentId: string): void {
    changed.add(intentId)
    throttle.trigger()
  }

  async function change(id: string, make: (intent: StoredIntent) => StoredIntent): Promise<StoredIntent> {
    let hasNewStep = false
    const intent = await journal.change(id, (newest) => {
      const next = make(newest)
      // The steps are compared before the write, because the journal returns a copy whose steps are other objects.
      hasNewStep = next.steps.at(-1) !== newest.steps.at(-1)
      return next
    })
    publishIntent(intent)
    if (hasNewStep) deps.onStep(intent)
    return intent
  }

  async function sleepUntilWoken(
    ms: number,
    { isWoken = true, until }: { isWoken?: boolean; until?: AbortSignal } = {},
  ): Promise<void> {
    await clock
      .sleep(ms, AbortSignal.any([signal, ...(isWoken ? [wakeSignal.signal] : []), ...(until ? [until] : [])]))
      .catch(() => undefined)
  }

  return {
    ...deps,
    targetStateFetcher,
    runTracker,
    publishRuns: () => emit('orders.runs', runTracker.listRuns()),
    idsBeingSent: new Set(),
    signal,
    eventTime: (serverAt = null, at = clock.now()) => ({ at, serverAt }),
    clockTimes: (serverAt) => ({ serverAt, at: clock.now(), upAt: clock.monotonic() }),
    changeIntent: change,
    async changeIntentUntilWritten(id, make) {
      for (let pauseMs = firstRetryDelayMs; ; pauseMs = Math.min(maxRetryDelayMs, 2 * pauseMs)) {
        try {
          return await change(id, make)
        } catch (error) {
          // An error of the change itself, not of the disk, would come again.
          if (!isAppError(error) || isErrorCausedBy(error, 'stored_entry') || signal.aborted) throw error
        }
        await sleepUntilWoken(pauseMs, { isWoken: false })
      }
    },
    publishIntent,
    publishChangedId,
    sleepUntilWoken,
    wake() {
      const previousWakeSignal = wakeSignal
      wakeSignal = new AbortController()
      previousWakeSignal.abort()
    },
  }
}
