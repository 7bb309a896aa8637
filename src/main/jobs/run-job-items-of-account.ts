import type { EndpointName } from '#shared/api/endpoints.ts'
import type { RateLimitClass } from '#shared/api/service-limits.ts'
import { AppError, isAppError, toAppError, toWireError } from '#shared/app-error.ts'
import { minuteMs } from '#shared/durations.ts'
import { getRequestStateOfError } from '#shared/error-kinds.ts'
import type { OpenJobItemState } from '#shared/ipc/jobs.ts'
import type { ApiClient, ApiRequest } from '#main/api/api-client-interface.ts'
import type { Clock } from '#main/clock.ts'
import type { KeyedTaskQueue } from '#main/event-loop/keyed-task-queue.ts'
import type { AccountJobBackoff } from './account-job-backoff.ts'
import { findJobItemErrorEffect } from './classify-job-item-error.ts'
import { createWaitsForSameDomainError } from './create-waits-for-same-domain-error.ts'
import type { JobItemRunResult, JobItemRef, JobKindImplementation } from './job-kind-interface.ts'
import type { JobItemWithUnparsedInput } from './parse-job-rows.ts'
import type { JobStore } from './job-store.ts'
import { hasUnconfirmedChange, parseItemInputAndProgress } from './build-job-and-item-for-window.ts'
import type { RunningJobItem } from './running-job-item.ts'

/** What the accounts of all jobs share. */
export interface JobItemRunnerDeps {
  store: JobStore
  backoff: AccountJobBackoff
  api: Pick<ApiClient, 'call'>
  clock: Clock
  running: Set<RunningJobItem>
  /**
   * Runs the changes of a domain name, not the readings of reading jobs, one after another, in all accounts that list
   * the name. The single-record editor uses the same queue.
   */
  runByDomain: KeyedTaskQueue
  /** Why a setting forbids the calls of the account now: offline, paused or read-only; null if none does. */
  findObstacle: (accountId: string, isReading: boolean) => AppError | null
  /**
   * Why reading jobs of the account wait although a limit allows calls: they leave a part of the daily limit; null
   * while they may read.
   */
  findReadingJobLimitError: (accountId: string, limitClass: RateLimitClass) => AppError | null
  isCancelled: (jobId: string) => boolean
  /** Aborts when calls may be possible again. A new signal follows each abort. */
  wakeSignal: () => AbortSignal
  onChange: () => void
  onItemEnded: (item: JobItemRef) => void
}

/**
 * Items of one job and account that run at the same time, so that a slow answer does not leave the rate limit unused.
 */
const itemsAtOnce = 4
const obstacleRecheckMs = minuteMs
const readingLimitRecheckMs = minuteMs
const waitForOtherItemRecheckMs = 5_000
/** Pauses before the next tries of an item that met a passing error. After the last one, the item ends. */
const retryPausesMs = [5_000, 15_000, minuteMs, 5 * minuteMs]

/** Works on the open items of one account in one job. Resolves when all have ended, or after `signal` aborted. */
export async function runJobItemsOfAccount(
  context: JobItemRunnerDeps,
  {
    jobId,
    accountId,
    kind,
    signal,
  }: { jobId: string; accountId: string; kind: JobKindImplementation; signal: AbortSignal },
): Promise<void> {
  const { store, backoff, clock } = context
  const active = new Set<number>()
  const retries = new Map<number, number>()
  /**
   * For each item, how many calls of the account had succeeded at the last error of the item that may affect the whole
   * account. If more have succeeded since, the error did not affect the account.
   */
  const successesAtError = new Map<number, number>()
  let remainingCalls = store.openItems(jobId).find((open) => open.accountId === accountId)?.calls ?? 0

  async function runSlot(): Promise<void> {
    while (!signal.aborted) {
      // The wake signal is taken before the checks, so that a change during the checks is not missed.
      const woken = context.wakeSignal()
      const waitMs = await runNext().catch(holdForDatabaseError)
      if (waitMs === null) return
      if (waitMs > 0) await clock.sleep(waitMs, AbortSignal.any([signal, woken])).catch(() => undefined)
    }
  }

  function holdForDatabaseError(error: unknown): number {
    if (!isAppError(error)) throw error
    backoff.begin(accountId, error)
    return backoff.remainingMs(accountId)
  }

  /** Returns how long to wait before the next call of this function; null when no item is left. */
  async function runNext(): Promise<number | null> {
    const holdMs = findHoldMs(accountId) || findHoldMs(backoff.serverAccountOf(jobId) ?? accountId)
    if (holdMs > 0) return holdMs
    // The account is not put on hold, because its other jobs, which send changes, must continue.
    if (kind.isReading && !context.isCancelled(jobId) && context.findReadingJobLimitError(accountId, kind.limitClass)) {
      context.onChange()
      return readingLimitRecheckMs
    }
    const row = store.nextItem(jobId, accountId, [...active], clock.now())
    if (!row) {
      if (store.storeReasonForWaiting(jobId, accountId, toWireError(createWaitsForSameDomainError()))) {
        context.onChange()
        return waitForOtherItemRecheckMs
      }
      const runAgainAt = store.nextRunAgainAt(jobId, accountId, [...active])
      return runAgainAt === null ? null : Math.max(1, runAgainAt - clock.now())
    }
    active.add(row.position)
    try {
      await runItem(row)
    } finally {
      active.delete(row.position)
      context.onChange()
    }
    return 0
  }

  /** Returns how long no call of the account is tried; 0 if one may be tried now. */
  function findHoldMs(id: string): number {
    const obstacle = context.isCancelled(jobId) ? null : context.findObstacle(id, kind.isReading === true)
    if (obstacle) {
      backoff.beginForSetting(id, obstacle)
      context.onChange()
      return obstacleRecheckMs
    }
    // The end of the hold is reported here. An item that only waits for its next reading reports no change, so the
    // window would still show the hold.
    if (backoff.endForSetting(id)) context.onChange()
    return backoff.remainingMs(id)
  }

  async function runItem(row: JobItemWithUnparsedInput): Promise<void> {
    const item = parseItemInputAndProgress(kind, row)
    if (!item) {
      const error = new AppError('unreadable_row', 'What the item should do cannot be read', { details: { jobId } })
      return endItem(row, { state: 'failed', error: toWireError(error) })
    }
    if (context.isCancelled(jobId) && item.progress === null) return endItem(row, { state: 'cancelled' })
    const abort = new AbortController()
    const isReading = kind.isReading === true
    const entry: RunningJobItem = { jobId, position: row.position, accountId, isReading, abort, call: null }
    /**
     * The state as `begin` stores it. The state is written only when it changes, because an item may have hundreds of
     * changes.
     */
    let shown: OpenJobItemState = row.state === 'checking' ? 'checking' : 'waiting'
    const show = (state: OpenJobItemState) => {
      if (state === shown) return
      shown = state
      store.setState(row, state)
      context.onChange()
    }
    let { progress } = item
    const calls = createCallCounter(row, entry, () => {
      if (shown === 'waiting') show('running')
    })
    context.running.add(entry)
    try {
      store.begin(row, clock.now())
      context.onChange()
      const run = () =>
        kind.run(item, {
          api: calls.api,
          signal: abort.signal,
          isCancelled: () => context.isCancelled(jobId),
          saveProgress(next, alsoWrite) {
            store.saveProgress(row, next, calls.done(), alsoWrite)
            progress = next
            context.onChange()
          },
          sealedSecret: () => store.sealedSecret(row),
          deleteSecret: () => store.deleteSecret(row),
          showChecking: () => show('checking'),
          showRunning: () => show('running'),
        })
      const end = isReading
        ? await run()
        : await context.runByDomain(row.domain, async () => {
            if (abort.signal.aborted) throw new AppError('cancelled', 'The job was stopped')
            // Another item of the domain, which ran just now, may not be ended.
            return store.mustWaitForOtherItem(row) ? null : run()
          })
      if (end === null) return store.returnToQueue(row, null, null, calls.done())
      endOrCheckAgain(row, end, calls.done())
      calls.release()
      for (const id of calls.accountIds) backoff.end(id)
    } catch (thrown) {
      if (!isAppError(thrown)) console.error('jobs:', thrown)
      const isOutcomeUnknown = hasUnconfirmedChange(kind, { ...item, progress })
      afterError(row, toAppError(thrown), abort.signal.aborted, calls, isOutcomeUnknown)
    } finally {
      context.running.delete(entry)
    }
  }

  function endOrCheckAgain(row: JobItemWithUnparsedInput, end: JobItemRunResult, callsDone: number): void {
    if (end.state !== 'checking') return endItem({ ...row, callsDone }, end)
    store.setState(row, 'checking')
    // The pause comes from the monotonic clock and may have a fraction. The column holds integers.
    store.returnToQueue(row, end.error ?? null, Math.ceil(clock.now() + end.runAgainInMs), callsDone)
  }

  function endItem(row: JobItemWithUnparsedInput, end: Exclude<JobItemRunResult, { state: 'checking' }>): void {
    store.end(row, end.state, end.error ?? null, clock.now(), row.callsDone)
    store.endIfDone(jobId, clock.now())
    backoff.setServerAccount(jobId, null)
    context.onItemEnded(row)
  }

  /** `isOutcomeUnknown`: a change of the item was sent, and no reading has decided its outcome. */
  function afterError(
    row: JobItemWithUnparsedInput,
    error: AppError,
    isStopped: boolean,
    calls: CallCounter,
    isOutcomeUnknown: boolean,
  ): void {
    // The next run of the item continues from its progress: after the pause, at the next start, or at once when the job
    // was cancelled.
    if (isStopped) return store.returnToQueue(row, null, null, calls.done())
    const effect = findJobItemErrorEffect(error)
    const failedIn = calls.failedIn()
    if (effect === 'blocks_account' && !concernsOnlyItem(row, error, failedIn)) {
      backoff.begin(failedIn, error)
      backoff.setServerAccount(jobId, failedIn === accountId ? null : failedIn)
      return store.returnToQueue(row, null, null, calls.done())
    }
    backoff.end(failedIn)
    const retry = retries.get(row.position) ?? 0
    const pauseMs = retryPausesMs[retry]
    if (effect !== 'ends_item' && pauseMs !== undefined) {
      retries.set(row.position, retry + 1)
      return store.returnToQueue(row, toWireError(error), clock.now() + pauseMs, calls.done())
    }
    calls.release()
    const state = isOutcomeUnknown ? 'unknown' : 'failed'
    endItem({ ...row, callsDone: calls.done() }, { state, error: toWireError(error) })
  }

  /**
   * True if the error is probably about this domain only: another call of the account has succeeded since the item last
   * failed. For the last open item of the account, any success in this run counts.
   */
  function concernsOnlyItem({ position }: JobItemWithUnparsedInput, error: AppError, failedIn: string): boolean {
    if (!isSent(error)) return false
    const successes = backoff.successCount(failedIn)
    const isLast = store.openItems(jobId).find((open) => open.accountId === accountId)?.items === 1
    const before = successesAtError.get(position) ?? (isLast ? 0 : successes)
    successesAtError.set(position, isLast ? 0 : successes)
    return successes > before
  }

  /**
   * Makes the calls of an item in the name of the job and counts them. `onLeaving`: called just before each request
   * leaves.
   */
  function createCallCounter(row: JobItemWithUnparsedInput, entry: RunningJobItem, onLeaving: () => void) {
    let done = row.callsDone
    let estimateLeft = Math.max(0, row.calls - row.callsDone)
    /** A new site also calls in the name of the account of its server. */
    const accountIds = new Set([accountId])
    let failedIn = accountId
    const take = (calls: number) => {
      estimateLeft -= calls
      remainingCalls -= calls
    }
    return {
      done: () => done,
      accountIds,
      /** The account of the last call if it failed; else that of the item. */
      failedIn: () => failedIn,
      /** The item has ended, so the rest of its estimate is not needed. */
      release: () => take(estimateLeft),
      api: {
        async call<Name extends EndpointName>(request: ApiRequest<Name>) {
          take(Math.min(1, estimateLeft))
          accountIds.add(request.accountId)
          const batch = { id: jobId, remainingCalls }
          const onSending = () => {
            onLeaving()
            request.onSending?.()
          }
          entry.call = request
          try {
            const response = await context.api.call({
              ...request,
              priority: 'job',
              batch,
              signal: entry.abort.signal,
              onSending,
            })
            done += 1
            // The account can work again, long before an item with many calls ends.
            backoff.recordSuccess(request.accountId)
            backoff.setServerAccount(jobId, null)
            failedIn = accountId
            return response
          } catch (error) {
            failedIn = request.accountId
            if (isAppError(error) && isSent(error)) done += 1
            throw error
          } finally {
            entry.call = null
          }
        },
      },
    }
  }
  type CallCounter = ReturnType<typeof createCallCounter>

  await Promise.all(Array.from({ length: itemsAtOnce }, runSlot))
}

function isSent(error: AppError): boolean {
  const state = getRequestStateOfError(error)
  return state !== null && state !== 'unsent'
}
