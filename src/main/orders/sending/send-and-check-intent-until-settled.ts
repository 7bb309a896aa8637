import { isDeepStrictEqual } from 'node:util'
import pLimit, { type LimitFunction } from 'p-limit'
import { serviceErrors, type ServiceErrorCode } from '#shared/api/service-errors.ts'
import { rateLimits } from '#shared/api/service-limits.ts'
import { dayMs } from '#shared/durations.ts'
import { isAppError, toWireError, type AppError, type WireError } from '#shared/app-error.ts'
import { isErrorCausedBy, hasErrorConsequence } from '#shared/error-kinds.ts'
import { getRateLimitClassOfOrder } from '#shared/order-quota-cost.ts'
import type { CallPriority } from '#main/api/api-client-interface.ts'
import type { OrderSendingContext } from './order-sending-context.ts'
import { findOrderedServer, getServerIdsAndNamesOfOtherOrders } from './find-ordered-server.ts'
import {
  findOrderTargetDifference,
  toHistoryStepDetailsOfReading,
  isTargetUnchangedSinceConfirmation,
  mayOrderRequestBeResent,
  isOrderProvenDone,
  wasExpiryUnchangedAfterRequest,
  wasOnlyAnsweredDuplicateOperation,
  type OrderTargetReading,
} from './settle-or-resend-rules.ts'
import type { StoredIntent } from '#main/orders/stored-intent-schema.ts'
import { isIntentProgressingWithoutUser, isIntentQueuedToSend } from './intent-progress-predicates.ts'
import type { FetchedOrderTargetStates } from './fetch-order-target-states.ts'
import { sendIntent, type IntentSendResult } from './send-intent.ts'
import { createOrderSendingBackoff } from './suspend-order-sending-of-account.ts'
import {
  holdIntent,
  addInconclusiveCheckStep,
  postponeNextCheck,
  settleIntentAsDoneByCheck,
} from './order-intent-transitions.ts'

export interface IntentWorker {
  /** Sends and settles the intent until nothing is left to do without the user. */
  run(id: string): Promise<void>
  /** Checks the intent's outcome now. Throws the errors of the reading. */
  checkOutcomeNow(intent: StoredIntent, priority: CallPriority): Promise<FetchedOrderTargetStates>
  /** Retries pending sendings and checks now. */
  wake(): void
  /** Checks the intent now instead of at its next scheduled time. */
  skipCheckDelay(id: string): void
  /** Whether the sending of the account's orders pauses because a call failed. */
  isPausedAfterFailure(accountId: string): boolean
  /** Writes the times of the next checks anew, after the wall clock moved against the monotonic clock. */
  updateNextCheckTimes(): Promise<void>
}

/** Delays of the checks after a sending with an unknown outcome. After the last one, checks repeat every hour. */
const checkDelaysMs = [5_000, 15_000, 60_000, 300_000, 900_000, 3_600_000]
const longestCheckDelayMs = checkDelaysMs.at(-1) as number
/** After this many answered checks the user is asked, too. A later check may still settle the intent. */
const answeredChecksBeforeAsking = 4
/** After this many checks the user is asked, too, even if none was answered. */
const checksBeforeAsking = checkDelaysMs.length
/** If the last confirmation or sending of a run is older, the user must confirm again before anything is spent. */
const confirmationValidMs = dayMs
/**
 * Number of intents prepared at once, as a multiple of the concurrent calls, so that the next one is ready when a call
 * ends.
 */
const limiterFactor = 2
const firstRetryDelayMs = 1_000
const maxRateRetryDelayMs = 60_000
const maxBackoffMs = 300_000

const insufficientBalanceCode: ServiceErrorCode = 'PAYMENT_REQUIRED'

/** State of the worker of one intent. */
interface WorkerProgress {
  /** Number of checks since the outcome became unknown. */
  checks: number
  /** How many of these checks got an answer. */
  answeredChecks: number
  /** The last check could not read anything. */
  isLastCheckUnanswered: boolean
  /** Delay until the next check, in milliseconds. */
  waitMs: number
  /** Successive rate limit refusals. */
  rateRefusals: number
  /** Successive failures to send. */
  sendFailures: number
  /** Monotonic. Readings before this time do not count, because they are older than the confirmation. */
  startedAt: number
}

export function createIntentWorker(
  context: OrderSendingContext,
  holdRestOfAccount: (intent: StoredIntent, error: AppError) => Promise<void>,
  onAccountReached: (accountId: string) => void,
): IntentWorker {
  const { journal, clock, random, targetStateFetcher, runTracker, signal } = context
  const sendingBackoff = createOrderSendingBackoff(context)
  const limiters = new Map<string, LimitFunction>()
  /** By intent ID: the checks that are waited for. `dueAt`: monotonic. */
  const pendingChecks = new Map<string, { dueAt: number; skip: AbortController }>()

  function getLimiter(intent: StoredIntent): LimitFunction {
    const limitClass = getRateLimitClassOfOrder(intent.item.kind)
    const id = JSON.stringify([intent.runId, intent.item.accountId, limitClass])
    const known = limiters.get(id) ?? pLimit(limiterFactor * rateLimits[limitClass].concurrent)
    limiters.set(id, known)
    return known
  }

  const countOpenOfAccount = ({ item }: StoredIntent) => runTracker.countOpenIntents(item.accountId)
  const checkDelayMs = (checks: number) => (checkDelaysMs[checks] ?? longestCheckDelayMs) * (0.9 + random() / 5)

  function send(
    intent: StoredIntent,
    fetchedTargets: FetchedOrderTargetStates,
    progress: WorkerProgress,
  ): Promise<IntentSendResult> {
    progress.waitMs = checkDelayMs(progress.checks)
    const { runId } = intent
    const batch = { id: runId, remainingCalls: getLimiter(intent).pendingCount }
    return sendIntent(context, intent, {
      fetchedTargets,
      readingFact: toHistoryStepDetailsOfReading(observeTarget(intent, fetchedTargets)),
      priority: runTracker.countIntents(runId) > 1 ? 'job' : 'paid',
      batch,
      nextCheckMs: progress.waitMs,
      needsYou: intent.needsYou || progress.checks >= answeredChecksBeforeAsking,
    })
  }

  async function sendFirst(id: string, progress: WorkerProgress): Promise<void> {
    const planned = journal.get(id) as StoredIntent
    const pauseMs = await getLimiter(planned)(async () => {
      await sendingBackoff.waitUntilOver(planned.item.accountId)
      const intent = journal.get(id)
      if (signal.aborted || !intent || !isIntentQueuedToSend(intent) || (await holdIfConfirmationExpired(intent)))
        return 0
      const result = await readAndSend(intent, progress).catch(toBlockedResult)
      return result ? afterSending(intent, result, progress) : 0
    })
    if (pauseMs > 0) await context.sleepUntilWoken(pauseMs)
  }

  async function holdIfConfirmationExpired({ id, runId }: StoredIntent): Promise<boolean> {
    const confirmedAt = runTracker.lastActivityAt(runId)
    if (Math.abs(clock.now() - confirmedAt) <= confirmationValidMs) return false
    await context.changeIntentUntilWritten(id, (newest) =>
      isIntentQueuedToSend(newest)
        ? holdIntent(newest, context.eventTime(), 'run_paused', null, { confirmedAt })
        : newest,
    )
    return true
  }

  async function readAndSend(intent: StoredIntent, progress: WorkerProgress): Promise<IntentSendResult | null> {
    const { id } = intent
    const fetchedTargets = await targetStateFetcher.fetchBeforeSending(intent, progress.startedAt, {
      open: countOpenOfAccount(intent),
      priority: 'paid',
      signal,
    })
    const observation = observeTarget(intent, fetchedTargets)
    if (isTargetUnchangedSinceConfirmation(intent, observation)) {
      // The reading may have waited for days: for a quota, or until held calls were resumed.
      return (await holdIfConfirmationExpired(intent)) ? null : send(intent, fetchedTargets, progress)
    }
    // The repeated order appeared after the user's decision.
    if (
      intent.repeats !== null &&
      isOrderProvenDone(intent, observation) &&
      observation.difference === null &&
      !wasSeenBeforeRepeat(intent, observation)
    ) {
      await context.changeIntentUntilWritten(id, (newest) =>
        isIntentQueuedToSend(newest)
          ? settleIntentAsDoneByCheck(
              newest,
              context.eventTime(fetchedTargets.serviceTime, fetchedTargets.readAtWallClock),
              toHistoryStepDetailsOfReading(observation),
            )
          : newest,
      )
      return null
    }
    await context.changeIntentUntilWritten(id, (newest) =>
      isIntentQueuedToSend(newest)
        ? holdIntent(
            newest,
            context.eventTime(fetchedTargets.serviceTime, fetchedTargets.readAtWallClock),
            'target_moved',
            null,
            toHistoryStepDetailsOfReading(observation),
          )
        : newest,
    )
    return null
  }

  /** Returns the delay before the next step, in milliseconds. */
  async function afterSending(
    intent: StoredIntent,
    result: IntentSendResult,
    progress: WorkerProgress,
  ): Promise<number> {
    if (result.kind === 'changed' || result.kind === 'stale' || signal.aborted) return 0
    if (result.kind === 'blocked') return holdBlocked(intent, result.error, progress)
    progress.checks = 0
    progress.answeredChecks = 0
    if (result.event === 'not_sent') return backOffAfterFailure(intent, result.error as AppError, progress)
    progress.sendFailures = 0
    sendingBackoff.endWait(intent.item.accountId)
    onAccountReached(intent.item.accountId)
    await holdRestIfInsufficientBalance(intent, result.error)
    if (result.event !== 'rate_refused') return 0
    progress.rateRefusals += 1
    return Math.min(maxRateRetryDelayMs, firstRetryDelayMs * 2 ** progress.rateRefusals)
  }

  async function holdRestIfInsufficientBalance(intent: StoredIntent, error: AppError | null): Promise<void> {
    if (error?.code === insufficientBalanceCode && error.status === serviceErrors[insufficientBalanceCode].status)
      await holdRestOfAccount(intent, error)
  }

  async function holdBlocked(intent: StoredIntent, error: AppError, progress: WorkerProgress): Promise<number> {
    const wire = toWireError(error)
    const isHeldForSameError = ({ hold: known }: StoredIntent) =>
      known?.reason === 'cannot_send' && known.error !== null && isDeepStrictEqual(causeOf(known.error), causeOf(wire))
    // The hold may have ended during the attempt.
    const newest = journal.get(intent.id) ?? intent
    // If this write fails, nothing is lost: the intent was not sent and is tried again.
    if (!isHeldForSameError(newest))
      await context
        .changeIntent(intent.id, (current) =>
          isIntentQueuedToSend(current) ? holdIntent(current, context.eventTime(), 'cannot_send', wire) : current,
        )
        .catch(ignoreExpected)
    return backOffAfterFailure(intent, error, progress)
  }

  function backOffAfterFailure({ item }: StoredIntent, error: AppError, progress: WorkerProgress): number {
    progress.sendFailures += 1
    const pauseMs = Math.min(maxBackoffMs, 5 * firstRetryDelayMs * 2 ** progress.sendFailures)
    if (!hasErrorConsequence(error, 'delays_account')) return pauseMs
    sendingBackoff.startWait(item.accountId, pauseMs)
    return 0
  }

  /**
   * Waits before the next check. If the last check was answered, only the user can end the wait early; if not, any
   * wake-up ends it.
   */
  async function sleepBeforeCheck(id: string, { waitMs, isLastCheckUnanswered }: WorkerProgress): Promise<void> {
    const skip = new AbortController()
    pendingChecks.set(id, { dueAt: clock.monotonic() + waitMs, skip })
    await context.sleepUntilWoken(waitMs, { isWoken: isLastCheckUnanswered, until: skip.signal })
    pendingChecks.delete(id)
  }

  async function checkOutcome(id: string, progress: WorkerProgress): Promise<void> {
    const since = clock.monotonic()
    await sleepBeforeCheck(id, progress)
    const intent = journal.get(id)
    if (signal.aborted || intent?.state !== 'unsettled') return
    try {
      const fetchedTargets = await targetStateFetcher.fetchAfterSending(intent, since, {
        open: countOpenOfAccount(intent),
        priority: 'job',
        signal,
      })
      progress.isLastCheckUnanswered = false
      progress.answeredChecks += 1
      const observation = observeTarget(intent, fetchedTargets)
      if (await settleIfProven(intent, fetchedTargets, observation)) return
      // A request is never sent again when the target already shows the result of the order, even if another program
      // ordered it.
      if (
        !isOrderProvenDone(intent, observation) &&
        mayOrderRequestBeResent(intent, context.clockTimes(fetchedTargets.serviceTime))
      )
        await resend(intent, fetchedTargets, progress)
      else await recordCheck(intent, fetchedTargets, progress)
    } catch (thrown) {
      if (signal.aborted || !isAppError(thrown)) throw thrown
      progress.isLastCheckUnanswered = true
      const isAsked =
        isErrorOnlyUserCanResolve(thrown) || (!isOffline(thrown) && progress.checks + 1 >= checksBeforeAsking)
      const then = { needsYou: intent.needsYou || isAsked, nextLookAt: scheduleNextCheck(progress) }
      await context
        .changeIntent(id, (newest) => (newest.state === 'unsettled' ? postponeNextCheck(newest, then) : newest))
        .catch(ignoreExpected)
    }
    progress.checks += 1
  }

  async function resend(
    intent: StoredIntent,
    fetchedTargets: FetchedOrderTargetStates,
    progress: WorkerProgress,
  ): Promise<void> {
    const next = { ...progress, checks: progress.checks + 1 }
    // A re-send is not queued behind first sendings, because the reading would be too old by then.
    const result = await send(intent, fetchedTargets, next)
    progress.waitMs = next.waitMs
    if (result.kind === 'blocked') {
      // The reading shows later whether the expiry had changed by now.
      await recordCheck(intent, fetchedTargets, next)
      throw result.error
    }
    if (result.kind === 'classified') await holdRestIfInsufficientBalance(intent, result.error)
  }

  function observeTarget(
    intent: StoredIntent,
    { lookUp, servers, serviceTime }: FetchedOrderTargetStates,
  ): OrderTargetReading {
    const observation = servers
      ? findOrderedServer(intent, servers, getServerIdsAndNamesOfOtherOrders(journal, intent))
      : { observed: lookUp(intent.target), newServerNames: [], belongsToOtherOrder: false }
    const difference = findOrderTargetDifference(intent, observation.observed, serviceTime)
    return { ...observation, difference }
  }

  /**
   * True if the target still shows what the user saw when allowing the repeat. Such a reading does not settle the
   * repeat.
   */
  function wasSeenBeforeRepeat({ item, repeats }: StoredIntent, { observed }: OrderTargetReading): boolean {
    const last = journal.get(repeats as string)?.steps.findLast(({ event }) => event === 'read')
    return item.kind === 'renew' && last?.fact['expiry_date'] === observed?.expiryDate
  }

  async function settleIfProven(
    intent: StoredIntent,
    fetchedTargets: FetchedOrderTargetStates,
    observation: OrderTargetReading,
  ): Promise<boolean> {
    if (!isOrderProvenDone(intent, observation) || observation.difference !== null) return false
    if (wasExpiryUnchangedAfterRequest(intent) || wasOnlyAnsweredDuplicateOperation(intent)) return false
    await context.changeIntentUntilWritten(intent.id, (newest) =>
      newest.state === 'unsettled'
        ? settleIntentAsDoneByCheck(
            newest,
            context.eventTime(fetchedTargets.serviceTime, fetchedTargets.readAtWallClock),
            toHistoryStepDetailsOfReading(observation),
          )
        : newest,
    )
    return true
  }

  /** Sets the delay of the next check and returns its time, epoch milliseconds. */
  function scheduleNextCheck(progress: WorkerProgress): number {
    progress.waitMs = checkDelayMs(progress.checks + 1)
    return Math.round(clock.now() + progress.waitMs)
  }

  async function recordCheck(
    intent: StoredIntent,
    fetchedTargets: FetchedOrderTargetStates,
    progress: WorkerProgress,
  ): Promise<void> {
    const observation = observeTarget(intent, fetchedTargets)
    const fact = toHistoryStepDetailsOfReading(observation)
    const then = {
      needsYou:
        intent.needsYou ||
        progress.answeredChecks >= answeredChecksBeforeAsking ||
        isOrderProvenDone(intent, observation),
      nextLookAt: scheduleNextCheck(progress),
    }
    await context.changeIntentUntilWritten(intent.id, (newest) =>
      newest.state === 'unsettled'
        ? addInconclusiveCheckStep(
            newest,
            context.eventTime(fetchedTargets.serviceTime, fetchedTargets.readAtWallClock),
            fact,
            then,
          )
        : newest,
    )
  }

  return {
    async run(id) {
      const progress: WorkerProgress = {
        checks: 0,
        answeredChecks: 0,
        isLastCheckUnanswered: false,
        waitMs: 0,
        rateRefusals: 0,
        sendFailures: 0,
        startedAt: clock.monotonic(),
      }
      for (;;) {
        const intent = journal.get(id)
        if (signal.aborted || !intent || !isIntentProgressingWithoutUser(intent)) return
        if (intent.state === 'unsettled') await checkOutcome(id, progress)
        else if (intent.state === 'planned') {
          await sendFirst(id, progress)
        } else return
      }
    },
    async checkOutcomeNow(intent, priority) {
      const fetchedTargets = await targetStateFetcher.fetchAfterSending(intent, clock.monotonic(), {
        open: 1,
        priority,
        signal,
      })
      const observation = observeTarget(intent, fetchedTargets)
      if (await settleIfProven(intent, fetchedTargets, observation)) return fetchedTargets
      const moment = context.eventTime(fetchedTargets.serviceTime, fetchedTargets.readAtWallClock)
      await context.changeIntent(intent.id, (newest) =>
        newest.state === 'unsettled'
          ? addInconclusiveCheckStep(newest, moment, toHistoryStepDetailsOfReading(observation), {
              needsYou: newest.needsYou || isOrderProvenDone(intent, observation),
              nextLookAt: newest.nextLookAt,
            })
          : newest,
      )
      return fetchedTargets
    },
    isPausedAfterFailure: (accountId) => sendingBackoff.remainingMs(accountId) > 0,
    skipCheckDelay: (id) => pendingChecks.get(id)?.skip.abort(),
    async updateNextCheckTimes() {
      const writes = [...pendingChecks].map(([id, { dueAt }]) =>
        context.changeIntent(id, (newest) =>
          newest.state === 'unsettled'
            ? postponeNextCheck(newest, {
                needsYou: newest.needsYou,
                nextLookAt: Math.round(clock.now() + dueAt - clock.monotonic()),
              })
            : newest,
        ),
      )
      await Promise.all(writes)
    },
    wake() {
      sendingBackoff.endAllWaits()
      context.wake()
    },
  }
}

/** The parts of an error that decide which text is shown. Times change with each attempt and are left out. */
function causeOf({ kind, status, code, details }: WireError): unknown[] {
  return [kind, status, code, ...['reasons', 'reason', 'proxy', 'proxyStatus'].map((name) => details[name])]
}

function toBlockedResult(thrown: unknown): IntentSendResult {
  if (isAppError(thrown)) return { kind: 'blocked', error: thrown }
  throw thrown
}

/** Returns whether only the user can resolve this error of a reading. */
export function isErrorOnlyUserCanResolve(error: AppError): boolean {
  return isErrorCausedBy(error, 'key') || isErrorCausedBy(error, 'stored_entry')
}

/** Shown elsewhere, and ends as soon as the network is back. */
function isOffline({ kind }: AppError): boolean {
  return kind === 'offline' || kind === 'no_network'
}

function ignoreExpected(thrown: unknown): void {
  if (!isAppError(thrown)) throw thrown
}
