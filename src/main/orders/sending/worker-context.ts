import { isAppError, type ErrorKind } from '#shared/app-error.ts'
import type { AccountsPort, ApiClient } from '#main/api/types.ts'
import type { Clock } from '#main/clock.ts'
import type { Emit } from '#main/ipc/handler-types.ts'
import { createThrottle } from '#main/event-loop/throttle.ts'
import type { Intent } from '#main/orders/intent.ts'
import type { DismissedRuns } from '#main/orders/dismissed-runs.ts'
import type { Journal, IntentBodyCipher } from '#main/orders/journal/journal.ts'
import type { ClockTimes } from './settlement-rules.ts'
import { createOrderTargetFetcher, type OnDomainRead, type OrderTargetFetcher } from './fetch-order-targets.ts'
import { createRunProgress, type RunProgress, type RunProgressDeps } from './run-progress.ts'
import type { EventTime } from './intent-transitions.ts'

export interface WorkerContextDeps {
  api: Pick<ApiClient, 'call' | 'sendPaidCall' | 'usableKeys'>
  journal: Journal
  bodyCipher: IntentBodyCipher
  accounts: Pick<AccountsPort, 'account' | 'keys'>
  clock: Clock
  random: () => number
  newId: () => string
  /** `orders.changed` and `orders.runs`. */
  emit: Emit
  /** Something new is known of what was ordered: the intent's newest step says it. */
  onStep: (intent: Intent) => void
  /** The detail of a domain was read for an order. */
  onDomainRead?: OnDomainRead
  isOvertaken: RunProgressDeps['isOvertaken']
  dismissed: DismissedRuns
}

/** What all that works on intents shares. */
export interface WorkerContext extends WorkerContextDeps {
  targetFetcher: OrderTargetFetcher
  runProgress: RunProgress
  /** Ids of intents that are being written as sent. */
  idsBeingSent: Set<string>
  /** Aborts when Banto ends. */
  signal: AbortSignal
  /** By our clock, and the service's where an answer told it. `at`: of an answer that came before now. */
  eventTime(serverAt?: number | null, at?: number): EventTime
  /** Now, by all clocks. `serverAt`: what the service's said with the newest answer. */
  clockTimes(serverAt: number | null): ClockTimes
  /** Writes a change once, and tells it. Throws what the journal throws, and what `change` throws. */
  change(id: string, change: (intent: Intent) => Intent): Promise<Intent>
  /** Writes what cannot be undone any more: again and again until the disk takes it. Throws when Banto ends before. */
  changeUntilWritten(id: string, change: (intent: Intent) => Intent): Promise<Intent>
  /** Of the runs something changed, and of no order. */
  publishRuns(): void
  /** Something was written. */
  publishIntent(intent: Intent): void
  /** As `publishIntent`, of an order whose run is not shown. */
  publishChangedId(intentId: string): void
  /** Ends early, without an error, when Banto ends, `until` aborts, or, unless `isWoken` is false, `wake` is called. */
  sleepUntilWoken(ms: number, how?: { isWoken?: boolean; until?: AbortSignal }): Promise<void>
  wake(): void
}

const publishIntervalMs = 250
const firstRetryDelayMs = 1_000
const maxRetryDelayMs = 60_000
/** What the change itself says, not the disk. */
const permanentErrorKinds: readonly ErrorKind[] = ['not_found', 'conflict']

export function createWorkerContext(deps: WorkerContextDeps, signal: AbortSignal): WorkerContext {
  const { journal, clock, emit } = deps
  const runProgress = createRunProgress({ clock, isOvertaken: deps.isOvertaken, isDismissed: deps.dismissed.has })
  const targetFetcher = createOrderTargetFetcher(deps)
  let changed = new Set<string>()
  let wakeSignal = new AbortController()
  const throttle = createThrottle(clock, publishIntervalMs, () => {
    if (signal.aborted) return
    const intentIds = [...changed]
    changed = new Set()
    emit('orders.changed', { intentIds })
    emit('orders.runs', runProgress.list())
  })

  function publishIntent(intent: Intent): void {
    runProgress.note(intent)
    publishChangedId(intent.id)
  }

  function publishChangedId(intentId: string): void {
    changed.add(intentId)
    throttle.trigger()
  }

  async function change(id: string, make: (intent: Intent) => Intent): Promise<Intent> {
    let hasNewStep = false
    const intent = await journal.change(id, (newest) => {
      const next = make(newest)
      // Compared before the journal writes it: what the journal answers is a copy, of which every step is another object.
      hasNewStep = next.steps.at(-1) !== newest.steps.at(-1)
      return next
    })
    publishIntent(intent)
    if (hasNewStep) deps.onStep(intent)
    return intent
  }

  async function sleepUntilWoken(ms: number, { isWoken = true, until }: { isWoken?: boolean; until?: AbortSignal } = {}): Promise<void> {
    await clock.sleep(ms, AbortSignal.any([signal, ...(isWoken ? [wakeSignal.signal] : []), ...(until ? [until] : [])])).catch(() => undefined)
  }

  return {
    ...deps,
    targetFetcher,
    runProgress,
    publishRuns: () => emit('orders.runs', runProgress.list()),
    idsBeingSent: new Set(),
    signal,
    eventTime: (serverAt = null, at = clock.now()) => ({ at, serverAt }),
    clockTimes: (serverAt) => ({ serverAt, at: clock.now(), upAt: clock.monotonic() }),
    change,
    async changeUntilWritten(id, make) {
      for (let pauseMs = firstRetryDelayMs; ; pauseMs = Math.min(maxRetryDelayMs, 2 * pauseMs)) {
        try {
          return await change(id, make)
        } catch (error) {
          if (!isAppError(error) || permanentErrorKinds.includes(error.kind) || signal.aborted) throw error
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
