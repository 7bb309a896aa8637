import { isKeyError, isPermissionError } from '#shared/api/error-predicates.ts'
import { AppError, isAppError, toWireError } from '#shared/app-error.ts'
import type { QuotaUsage } from '#shared/ipc/accounts.ts'
import type { CommandOutput } from '#shared/ipc/all-commands-and-events.ts'
import type { OrderIntentView } from '#shared/ipc/order-intent-schemas.ts'
import type { OrderRun } from '#shared/ipc/order-run-schema.ts'
import { dayMs, minuteMs } from '#shared/durations.ts'
import { getRequestStateOfError, hasErrorConsequence } from '#shared/error-kinds.ts'
import { getRateLimitClassOfOrder } from '#shared/order-quota-cost.ts'
import type { OrderRunTracker } from './order-run-tracker.ts'
import { createOrderSendingContext, type OrderSendingContextDeps } from './order-sending-context.ts'
import { mayOrderRequestBeResentRegardlessOfAge } from './settle-or-resend-rules.ts'
import { createIntentWorker, isErrorOnlyUserCanResolve } from './send-and-check-intent-until-settled.ts'
import { yieldToEventLoop, forEachChunk } from '#main/event-loop/chunked-work.ts'
import type { StoredIntent, IntentDraft } from '#main/orders/stored-intent-schema.ts'
import { isChargedTransferThatFailed } from '#main/orders/derive-order-status.ts'
import { toOrderIntentView } from '#main/orders/to-order-intent-view.ts'
import { createIntent, createIntentToRepeatOrder } from './create-intent.ts'
import { mayKeyOfOrderReadAndSend } from './may-key-of-order-read-and-send.ts'
import { isIntentHeldUntilUserActs } from './count-run-intents-by-what-they-wait-for.ts'
import { isIntentQueuedToSend } from './intent-progress-predicates.ts'
import { mayOrderBeQuotedAgain } from './refused-order-predicates.ts'
import { isIntentCancellable, isIntentPausable } from './pause-and-cancel-rules.ts'
import {
  abandonIntent,
  endHoldByError,
  holdIntent,
  markIntentInterrupted,
  addOrderedAgainStep,
  addChangedTargetStatusStep,
  askUserAgainAfterTargetAppeared,
  allowIntentToBeSent,
  settleIntentByUserDecision,
  markIntentStoppedWhileInFlight,
} from './order-intent-transitions.ts'

/** The status of the ordered domain or server in the stored list. */
export interface OrderTargetStatusInStoredList {
  status: string
  expiryDate: string | null
  readAt: number
}

/** Sends and settles orders in runs. */
export interface OrderRunService {
  /**
   * Abandons the replaced intents, writes the new intents durably, and sends them in the background. Throws
   * `open_intent`, `disk_full`, `database_*`, `journal_locked`.
   */
  startRun(drafts: readonly IntentDraft[]): Promise<{ runId: string; intentIds: string[] }>
  list(): OrderRun[]
  listOrdersToQuoteAgain(runId: string): CommandOutput<'orders.listOrdersToQuoteAgain'>
  pause(runId: string): Promise<void>
  resume(runId: string): Promise<void>
  cancel(runId: string): Promise<void>
  /** Dismisses an ended run. Does nothing for a run in progress. */
  dismiss(runId: string): void
  /** Call it when the stored lists changed. */
  onListsChanged(): void
  /**
   * Call it after accounts were merged. The shown runs then count each order in the account that took over its account.
   */
  onAccountsMerged(): Promise<void>
  /** Abandons planned intents. Returns how many were abandoned. */
  abandonIntents(intentIds: readonly string[]): Promise<number>
  checkOutcomeNow(intentId: string): Promise<OrderIntentView>
  settleByUser(intentId: string, happened: boolean, repeat: boolean): Promise<OrderIntentView>
  /** Records that the stored list now shows this other status for the target of an accepted order. */
  addChangedTargetStatusStep(intentId: string, listed: OrderTargetStatusInStoredList): Promise<void>
  /** Asks the user again about an order that was recorded as not accepted, because the stored list shows its target. */
  askAgain(intentId: string, listed: OrderTargetStatusInStoredList): Promise<void>
  /** Open intents, including those that are being written. `isUnderway`: it was sent, or is being sent now. */
  listOpenIntents(): { intent: StoredIntent; isUnderway: boolean }[]
  /** Continues with the open intents of an earlier run of the app. `isPaused`: pauses all of them first. */
  start(options?: { isPaused?: boolean }): void
  /** Ids of the waiting intents of a run. */
  intentIdsWaitingFor: (...of: Parameters<OrderRunTracker['listIntentsWaitingFor']>) => string[]
  /** The intents of all runs that wait for the user, without dismissed runs. */
  listIntentsWaitingForUser: () => StoredIntent[]
  /** Call it when sending may work again (online again, a key was added). Retries pending sendings now. */
  retryPendingSendings(): void
  /** Call it when an error that holds orders may have ended. Nothing is sent earlier. */
  endHoldsByEndedErrors(): void
  /** Call it when the usage of limits changed, or when calls began to wait for the end of a block. */
  noteQuotaUsage(usages: readonly QuotaUsage[]): void
  /** Call it when the wall clock moved against the monotonic clock. The checks themselves stay at their times. */
  noteClockJump(): void
  close(): Promise<void>
}

/** Limits the time for which the event loop is blocked. */
const intentsPerChunk = 100
/**
 * The error of a failed call is replaced only by a wait of at least this time. Shorter waits alternate with further
 * failed calls, and each failed call adds a step to the history of the order.
 */
const shortestWaitInsteadOfErrorMs = minuteMs
/** After a restart, runs with declined orders are shown for this time. */
const declinedRunsShownMs = 7 * dayMs
/** Maximum number of closed orders that are searched at the start. In practice, fewer closed orders need the user. */
const maxClosedOrdersForUser = 500

/**
 * Sends and settles intents. Its whole state is in the journal: after a restart on the same journal, `start` continues.
 */
export function createOrderRunService(deps: OrderSendingContextDeps): OrderRunService {
  const { journal, bodyCipher, accounts, clock, newId } = deps
  const closing = new AbortController()
  const context = createOrderSendingContext(deps, closing.signal)
  const intentWorker = createIntentWorker(
    context,
    holdRestOfAccount,
    (accountId) => void endHoldsByFailedCalls(accountId),
  )
  const workers = new Map<string, Promise<void>>()
  const placing = new Set<StoredIntent>()

  function startWorker(id: string): void {
    if (workers.has(id) || closing.signal.aborted) return
    workers.set(
      id,
      intentWorker.run(id).then(
        () => onWorkerEnd(id),
        (thrown: unknown) => {
          workers.delete(id)
          // The app ends. A failed write is detected at the next start.
          if (!(closing.signal.aborted && isAppError(thrown))) console.error('orders:', thrown)
        },
      ),
    )
  }

  function onWorkerEnd(id: string): void {
    workers.delete(id)
    const intent = journal.get(id)
    // The intent was released while its worker ended.
    if (intent && isIntentQueuedToSend(intent)) return startWorker(id)
    if (workers.size === 0) context.targetStateFetcher.clear()
  }

  /**
   * Changes the intents that match, each in a separate write, because their states may change meanwhile. Applies in
   * order; returns how many changed.
   */
  async function changeAll(
    intents: readonly StoredIntent[],
    matches: (intent: StoredIntent) => boolean,
    change: (intent: StoredIntent) => StoredIntent,
    write = context.changeIntent,
  ): Promise<number> {
    const wanted = intents.filter(matches)
    let changed = 0
    for (let from = 0; from < wanted.length; from += intentsPerChunk) {
      const writes = wanted.slice(from, from + intentsPerChunk).map(({ id }) =>
        write(id, (newest) => {
          if (!matches(newest)) return newest
          changed += 1
          return change(newest)
        }),
      )
      await Promise.all(writes)
      await yieldToEventLoop()
    }
    return changed
  }

  const openOf = (runId: string) => journal.listOpen().filter((intent) => intent.runId === runId)

  /** The balance is insufficient, so the other planned intents of the same account and run would be refused, too. */
  async function holdRestOfAccount({ runId, item }: StoredIntent, error: AppError): Promise<void> {
    const wire = toWireError(error)
    const rest = openOf(runId).filter((other) => other.item.accountId === item.accountId)
    await changeAll(
      rest,
      isIntentQueuedToSend,
      (newest) => holdIntent(newest, context.eventTime(), 'no_money', wire),
      context.changeIntentUntilWritten,
    )
  }

  function requireIntent(id: string): StoredIntent {
    const intent = journal.get(id)
    if (!intent) throw new AppError('not_found', 'No such order')
    return intent
  }

  async function startWorkers(intents: readonly StoredIntent[]): Promise<void> {
    await forEachChunk(intents, intentsPerChunk, (part) => part.forEach(context.publishIntent))
    await forEachChunk(intents, intentsPerChunk, (part) => part.forEach(({ id }) => startWorker(id)))
  }

  /**
   * `replacedBy`: the new intent's id by the id of the intent that it replaces. Both are written together or not at
   * all. A replaced intent that was resumed and sent meanwhile stays open. The journal then refuses the new intent for
   * the same target.
   */
  async function addIntents(intents: readonly StoredIntent[], replacedBy: ReadonlyMap<string, string>): Promise<void> {
    for (const [accountId, own] of Map.groupBy(intents, ({ item }) => item.accountId)) {
      accounts.account(accountId)
      const keyIds = new Set(accounts.keys(accountId).map(({ id }) => id))
      if (own.some(({ keyId }) => !keyIds.has(keyId)))
        throw new AppError('not_found', 'There is no such key', { details: { what: 'key' } })
    }
    const closing = [...replacedBy].map(
      ([id, newId]) =>
        [
          id,
          (old: StoredIntent) => (isHeldForBalance(old) ? abandonIntent(old, context.eventTime(), newId) : old),
        ] as const,
    )
    for (const intent of intents) placing.add(intent)
    try {
      const closed = await journal.add(intents, new Map(closing))
      await forEachChunk(closed, intentsPerChunk, (part) => part.forEach(context.publishIntent))
    } finally {
      for (const intent of intents) placing.delete(intent)
    }
    await startWorkers(intents)
  }

  /**
   * Reads the account's servers before Banto accepts the user's statement that a server order did not happen. Throws
   * `conflict` when a server appeared that the user has not seen, and the errors of a reading that may work later.
   * Returns null when the servers can never be read, or the key may not read them.
   */
  async function fetchServersBeforeSettling(intentId: string): Promise<string[] | null> {
    const intent = requireIntent(intentId)
    if (intent.item.kind !== 'order' || intent.state !== 'unsettled') return null
    const seen = await intentWorker.checkOutcomeNow(intent, 'interactive').catch((error: unknown) => {
      // A repeat is sent only after a separate reading, which shows the servers that appeared since the first sending.
      if (isAppError(error) && (isErrorOnlyUserCanResolve(error) || isPermissionError(error))) return null
      throw error
    })
    const [shown, now] = [appearedIn(intent), appearedIn(requireIntent(intentId))]
    if (now !== shown && now !== '')
      throw new AppError('conflict', 'A new server appeared since this order was sent', {
        details: { reason: 'server_appeared', expected: shown, actual: now },
      })
    return seen?.servers?.map(({ servername }) => servername) ?? null
  }

  const isPlanned = ({ state }: StoredIntent) => state === 'planned'
  const isHeldForBalance = (intent: StoredIntent) => isPlanned(intent) && mayOrderBeQuotedAgain(intent)
  const isHeld = (intent: StoredIntent) =>
    (isPlanned(intent) && !isIntentQueuedToSend(intent)) || intent.stop === 'paused'

  /** The error that keeps an order from being sent. A pause keeps it, because the pause does not end the cause. */
  const whyNotSent = ({ hold: known }: StoredIntent) => (known?.reason === 'cannot_send' ? known.error : null)

  function isHeldByEndedError(intent: StoredIntent): boolean {
    const error = isPlanned(intent) ? whyNotSent(intent) : null
    if (error === null) return false
    return error.kind === 'no_key'
      ? mayKeyOfOrderReadAndSend(deps.api, intent)
      : deps.hasErrorCauseEnded(error, intent.item.accountId)
  }

  /**
   * An order that could not be sent is queued behind the other orders of its account, and may wait for hours for the
   * rate limit. Until it is tried again, it must not show an error that has ended. What is sent does not depend on it.
   */
  async function endHoldsByEndedErrors(): Promise<void> {
    await endHolds(isHeldByEndedError)
  }

  function isHeldByFailedCall(intent: StoredIntent): boolean {
    const error = isPlanned(intent) ? whyNotSent(intent) : null
    // Another key of the account may be accepted all along.
    if (error === null || isKeyError(error)) return false
    return getRequestStateOfError(error) !== null && hasErrorConsequence(error, 'delays_account')
  }

  /** An order of the account was sent, so the failed calls of its other orders say nothing about the next attempt. */
  async function endHoldsByFailedCalls(accountId: string): Promise<void> {
    if (!context.runTracker.hasDelayedIntents(accountId)) return
    await endHolds((intent) => intent.item.accountId === accountId && isHeldByFailedCall(intent))
  }

  /**
   * After the pause of a failed call, the next attempt waits for a limit or for the end of a block. The cause of the
   * failure may have ended.
   */
  async function endHoldsOfAttemptsThatWait({
    accountId,
    limitClass,
    nextFreeAt,
    heldUntil,
  }: QuotaUsage): Promise<void> {
    if (!context.runTracker.hasDelayedIntents(accountId) || intentWorker.isPausedAfterFailure(accountId)) return
    const freeAt = Math.max(nextFreeAt ?? 0, heldUntil ?? 0)
    if (freeAt < clock.now() + shortestWaitInsteadOfErrorMs && deps.api.findBlockThatHoldsCallsOf(accountId) === null)
      return
    await endHolds(
      (intent) =>
        intent.item.accountId === accountId &&
        getRateLimitClassOfOrder(intent.item.kind) === limitClass &&
        isHeldByFailedCall(intent) &&
        !isIntentHeldUntilUserActs(intent),
    )
  }

  async function endHolds(isEnded: (intent: StoredIntent) => boolean): Promise<void> {
    try {
      await changeAll(journal.listOpen(), isEnded, endHoldByError)
    } catch (thrown) {
      // If a write fails, the order shows the error until it is tried again.
      if (!isAppError(thrown)) console.error('orders:', thrown)
    }
  }

  const pause = (runId: string) =>
    changeAll(openOf(runId), isIntentPausable, (intent) =>
      isPlanned(intent)
        ? holdIntent(intent, context.eventTime(), 'run_paused', whyNotSent(intent))
        : markIntentStoppedWhileInFlight(intent, context.eventTime(), 'paused'),
    )

  const publishRun = (runId: string) => journal.forEachChunkOfRun(runId, (part) => part.forEach(context.publishIntent))

  /** Records orders without showing their runs. Returns the runs with declined orders. */
  async function recordOrdersSince(
    from: number,
    onRecorded: (intents: readonly StoredIntent[]) => void = () => undefined,
  ) {
    let runIds: string[] = []
    for (const part of journal.iterateInChunks({ ...anyIntent, from })) {
      runIds = context.runTracker.recordEarlierIntents(part)
      onRecorded(part)
      await yieldToEventLoop()
    }
    return runIds
  }

  /** Closed orders that need the user: to decide about them again, or to apply for a transfer again. */
  function findClosedOrdersForUser(): StoredIntent[] {
    if (journal.health().state === 'closed') return []
    const page = { sort: 'createdAt', isDescending: true, offset: 0, limit: maxClosedOrdersForUser } as const
    return journal.page({ ...anyIntent, from: null, statuses: ['needs_you', 'needs_application'] }, page).rows
  }

  async function resumeAfterStart(isPaused: boolean): Promise<void> {
    const open = journal.listOpen()
    const forUser = findClosedOrdersForUser()
    const declined = await findRunsWithDeclinedOrders(open, forUser)
    const runIds = new Set([...[...open, ...forUser].map(({ runId }) => runId), ...declined])
    for (const runId of runIds) await publishRun(runId)
    for (const { id, state } of open)
      if (state === 'sent')
        await context.changeIntentUntilWritten(id, (newest) =>
          newest.state === 'sent' ? markIntentInterrupted(newest, context.eventTime()) : newest,
        )
    if (isPaused) for (const runId of runIds) await pause(runId)
    await endHoldsByEndedErrors()
    await forEachChunk(open, intentsPerChunk, (part) => part.forEach(({ id }) => startWorker(id)))
  }

  /**
   * Runs of the last week with declined orders. All later intents are read, too, because they may replace such orders.
   * All since the first order of `forUser` are recorded: its run is shown, too, and may have declined orders.
   */
  async function findRunsWithDeclinedOrders(
    open: readonly StoredIntent[],
    forUser: readonly StoredIntent[],
  ): Promise<string[]> {
    if (journal.health().state === 'closed') return []
    const firstOf = (intents: readonly StoredIntent[], latest: number) =>
      intents.reduce((first, { createdAt }) => Math.min(first, createdAt), latest)
    const shownFrom = firstOf(open, clock.now() - declinedRunsShownMs)
    const recent = new Set<string>()
    const runIds = await recordOrdersSince(firstOf(forUser, shownFrom), (part) => {
      for (const { runId, createdAt } of part) if (createdAt >= shownFrom) recent.add(runId)
    })
    return runIds.filter((runId) => recent.has(runId) && !context.dismissed.has(runId))
  }

  let starting = Promise.resolve()

  return {
    async startRun(drafts) {
      if (drafts.length === 0) throw new AppError('invalid_input', 'Nothing was confirmed', { details: { issues: [] } })
      const options = { runId: newId(), now: clock.now(), newId, bodyCipher }
      const intents: StoredIntent[] = []
      for (const draft of drafts) {
        intents.push(await createIntent(draft, options))
        if (intents.length % intentsPerChunk === 0) await yieldToEventLoop()
      }
      const replacedBy = intents.flatMap(({ id }, index) => {
        const replaced = drafts[index]?.replaces ?? null
        return replaced === null ? [] : [[replaced, id] as const]
      })
      await addIntents(intents, new Map(replacedBy))
      return { runId: options.runId, intentIds: intents.map(({ id }) => id) }
    },
    list: context.runTracker.listRuns,
    intentIdsWaitingFor: (runId, waitsFor) =>
      context.runTracker.listIntentsWaitingFor(runId, waitsFor).map(({ id }) => id),
    listIntentsWaitingForUser: context.runTracker.listIntentsWaitingForUser,
    listOrdersToQuoteAgain: (runId) => ({
      orders: context.runTracker
        .listOrdersToQuoteAgain(runId)
        .map(({ id: intentId, item, yen, expiryDate, state }) => ({
          intentId,
          item,
          yen,
          expiryDate,
          isHeld: state === 'planned',
        })),
    }),
    async pause(runId) {
      await pause(runId)
    },
    async resume(runId) {
      // The user confirms these orders anew, so the day after which they wait for the user begins again.
      const isStopped = (intent: StoredIntent): boolean => isHeld(intent) || whyNotSent(intent) !== null
      const held = openOf(runId).filter(isStopped)
      await changeAll(held, isStopped, (intent) => allowIntentToBeSent(intent, context.eventTime()))
      intentWorker.wake()
      await forEachChunk(held, intentsPerChunk, (part) =>
        part.forEach(({ id, state }) => {
          if (state === 'unsettled') intentWorker.skipCheckDelay(id)
          startWorker(id)
        }),
      )
    },
    async cancel(runId) {
      await changeAll(openOf(runId), isIntentCancellable, (intent) =>
        isPlanned(intent)
          ? abandonIntent(intent, context.eventTime())
          : markIntentStoppedWhileInFlight(intent, context.eventTime(), 'cancelled'),
      )
    },
    dismiss(runId) {
      if (context.runTracker.listRuns().every(({ id, state }) => id !== runId || state !== 'ended')) return
      context.dismissed.add(runId)
      context.publishRuns()
    },
    onListsChanged() {
      if (context.runTracker.recheckObsoleteOrders()) context.publishRuns()
    },
    async onAccountsMerged() {
      for (const { id } of context.runTracker.listRuns()) await publishRun(id)
    },
    abandonIntents: (intentIds) =>
      changeAll(intentIds.map(requireIntent), isPlanned, (intent) => abandonIntent(intent, context.eventTime())),
    async checkOutcomeNow(intentId) {
      const intent = requireIntent(intentId)
      if (intent.state === 'unsettled') await intentWorker.checkOutcomeNow(intent, 'interactive')
      return toOrderIntentView(requireIntent(intentId))
    },
    async settleByUser(intentId, happened, repeat) {
      const settled = (old: StoredIntent) => {
        const isAskedAgain = old.state === 'abandoned' && old.needsYou && !repeat
        if (old.state !== 'unsettled' && !isAskedAgain)
          throw new AppError('conflict', 'It is not unsettled', {
            details: { reason: 'settled_meanwhile', expected: 'unsettled', actual: old.state },
          })
        return settleIntentByUserDecision(old, context.eventTime(), happened, {
          repeat,
          mayStillArrive: !isAskedAgain && (!old.needsYou || mayOrderRequestBeResentRegardlessOfAge(old)),
        })
      }
      const knownServers = happened ? null : await fetchServersBeforeSettling(intentId)
      if (happened || !repeat) return toOrderIntentView(await context.changeIntent(intentId, settled))
      const options = { runId: newId(), now: clock.now(), newId }
      const [closed, again] = await journal.changeAndAddSuccessor(intentId, (old) => {
        const next = createIntentToRepeatOrder(old, knownServers, options)
        return [addOrderedAgainStep(settled(old), context.eventTime(), next.id), next]
      })
      context.publishIntent(closed)
      await startWorkers([again])
      return toOrderIntentView(closed)
    },
    async addChangedTargetStatusStep(intentId, { status, expiryDate, readAt }) {
      const intent = await journal.change(intentId, (old) =>
        addChangedTargetStatusStep(old, { at: readAt, serverAt: null }, { becomes: status, expiry_date: expiryDate }),
      )
      const needsUser = isChargedTransferThatFailed(intent)
      // The run may have been dismissed while the transfer was accepted.
      if (needsUser) context.dismissed.delete(intent.runId)
      if (context.runTracker.hasRun(intent.runId)) context.publishIntent(intent)
      else if (needsUser) await publishRun(intent.runId)
      else context.publishChangedId(intentId)
    },
    async askAgain(intentId, { status, expiryDate, readAt }) {
      const fact = { becomes: status, expiry_date: expiryDate }
      const { runId, createdAt } = requireIntent(intentId)
      // Orders since then may have ordered again what the service declined in the run.
      if (!context.runTracker.hasRun(runId)) await recordOrdersSince(createdAt)
      await context.changeIntent(intentId, (old) =>
        old.state === 'abandoned' ? askUserAgainAfterTargetAppeared(old, { at: readAt, serverAt: null }, fact) : old,
      )
      await publishRun(runId)
    },
    listOpenIntents: () =>
      [...journal.listOpen(), ...placing].map((intent) => ({
        intent,
        isUnderway: intent.state !== 'planned' || context.idsBeingSent.has(intent.id),
      })),
    start({ isPaused = false } = {}) {
      starting = resumeAfterStart(isPaused).catch((thrown: unknown) => {
        if (!closing.signal.aborted) console.error('orders:', thrown)
      })
    },
    retryPendingSendings() {
      intentWorker.wake()
      void endHoldsByEndedErrors()
    },
    endHoldsByEndedErrors: () => void endHoldsByEndedErrors(),
    noteQuotaUsage(usages) {
      for (const usage of usages) void endHoldsOfAttemptsThatWait(usage)
    },
    noteClockJump() {
      // If a write fails, the former time is shown until the next check.
      intentWorker.updateNextCheckTimes().catch((thrown: unknown) => {
        if (!isAppError(thrown)) console.error('orders:', thrown)
      })
    },
    async close() {
      closing.abort()
      await starting
      while (workers.size > 0) await Promise.all(workers.values())
    },
  }
}

/** Names of new servers in the newest reading; empty if there are none. */
function appearedIn({ steps }: StoredIntent): string {
  const names = steps.findLast(({ event }) => event === 'read')?.fact['appeared']
  return typeof names === 'string' ? names : ''
}

const anyIntent = { accountIds: null, statuses: null, kinds: null, runId: null, text: '', target: null, until: null }
