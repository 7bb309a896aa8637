import pLimit from 'p-limit'
import { dayMs } from '#shared/durations.ts'
import { AppError, isAppError, toWireError, type WireError } from '#shared/app-error.ts'
import { isErrorCausedBy } from '#shared/error-kinds.ts'
import { isSyncRunning, type ServiceResponsiveness, type SyncProgress } from '#shared/ipc/sync.ts'
import type { ApiClient } from '#main/api/api-client-interface.ts'
import { yieldToEventLoop } from '#main/event-loop/chunked-work.ts'
import type { Clock } from '#main/clock.ts'
import type { EmitEvent } from '#main/event-emitter-port.ts'
import type { Database } from '#main/store/database.ts'
import type { SettingsStore } from '#main/store/settings-store.ts'
import type { InventoryStore } from '#main/inventory/inventory-store.ts'
import { fetchDueDetails, type DetailFetchProgress } from './fetch-due-details.ts'
import { countReadableLists, checkKeysAndFetchLists, type AccountKeysForSync } from './check-keys-and-fetch-lists.ts'
import type { RemainingSyncCalls } from './estimate-sync-end.ts'
import { createSyncEndEstimator } from './sync-end-estimator.ts'
import type { VisibleResourceTracker } from './visible-resource-tracker.ts'
import { createSyncRunStore, type SyncRunError, type SyncRun } from './sync-run-store.ts'
import { createThrottle } from '#main/event-loop/throttle.ts'

export interface SyncRunner {
  /**
   * `accountIds` null: all accounts. Paused accounts are left out. Does nothing in offline mode. A run that is reading
   * lists reads them once more afterwards. A run that is reading details reads its lists again and then continues with
   * the remaining details, because the keys may have changed.
   */
  start(accountIds: string[] | null): void
  /** Stops waiting calls. Lists and details that were read are kept. Resolves when the runs have stopped. */
  cancel(accountIds: string[] | null): Promise<void>
  /**
   * Stops the syncs of accounts that were paused in the meantime. Their waiting calls would otherwise fail only when
   * they are due. Emits the progress without the accounts that were removed.
   */
  onAccountsEdited(): void
  /** Resumes the syncs that were interrupted by the end of the app or by offline mode. */
  resume(): void
  progress(): SyncProgress[]
  /** When the last sync of the account began, if it is complete and none began since; null otherwise. */
  lastCompleteStartOf(accountId: string): number | null
  /** Whether the service answers the calls of the account's sync; `yes` while no sync runs. */
  responsiveness(accountId: string): ServiceResponsiveness
  /** `responsiveness` of the accounts whose sync runs. */
  responsivenessByAccount(): Record<string, ServiceResponsiveness>
  /** Call it when the result of `responsiveness` may have changed. */
  notifyResponsivenessChanged(): void
  /** Resolves when no sync runs. */
  settled(): Promise<void>
  /** Call it when the keychain is open: starts the syncs again that failed, or are failing, because of the keychain. */
  retrySyncsFailedByKeychain(): void
  /**
   * Call it when the account got another proxy or none. A failure to connect was one of the former proxy: it is
   * cleared, and the sync starts again.
   */
  onProxyChanged(accountId: string): void
  /**
   * Call it after a list was read outside of a sync. The error of a list that a sync could not read ends when both
   * lists were read since that sync began.
   */
  onListReadOutsideSync(accountId: string): void
  /** Stops all syncs. `resume` can continue them. */
  close(): Promise<void>
}

export interface SyncRunnerDeps {
  api: Pick<ApiClient, 'call' | 'usableKeys' | 'quotaUsage' | 'responsiveness'>
  inventory: InventoryStore
  accounts: AccountKeysForSync
  database: Database
  clock: Clock
  emit: EmitEvent
  settings: Pick<SettingsStore, 'get' | 'onChange'>
  /**
   * Finds out what the keys of the account wrote since the last sync. Throws errors that would stop every other call,
   * too.
   */
  fetchLogEntriesOfWriteCalls(accountId: string, signal: AbortSignal): Promise<void>
  /** What the window shows. */
  visible: VisibleResourceTracker
  /** By account: when a failed sync among these is tried again by itself. */
  computeRetryTimes(progress: readonly SyncProgress[]): ReadonlyMap<string, number>
  /** The calls for domains that each job still makes, by account. Queries the database. */
  remainingCallsOfDomainJobs(): ReadonlyMap<string, readonly number[]>
}

const progressIntervalMs = 250
/** Maximum number of accounts whose lists are read at once. Each list may be a large answer. */
const maxConcurrentLists = 4

interface RunningSync {
  abort: AbortController
  /** The row of this run is not closed, because `resume` continues only open rows. */
  isResumable: boolean
  hasLists: boolean
  /** The lists have to be read once more, because that was requested during their reading. */
  mustRefetchLists: boolean
  /** Calls for details; null while the lists are read. */
  remaining: RemainingSyncCalls[] | null
  /** The run ends in order to start again with its lists. */
  isRestartRequested: boolean
  /** The keychain was opened during the run. */
  wasKeychainOpened: boolean
  /** The run that was requested while this one stops. It begins after the end of this one. */
  next: { from: ResumePoint | null } | null
  startedAt: number
  /** When the last complete sync of the account began; null: none did, or this run continues an earlier one. */
  lastSyncStartedAt: number | null
  ended: Promise<void>
}

interface ResumePoint {
  startedAt: number
  hasLists: boolean
}

export function createSyncRunner({
  api,
  inventory,
  accounts,
  database,
  clock,
  emit,
  settings,
  fetchLogEntriesOfWriteCalls,
  visible,
  computeRetryTimes,
  remainingCallsOfDomainJobs,
}: SyncRunnerDeps): SyncRunner {
  const runs = createSyncRunStore(database)
  const lastProgress = new Map<string, SyncProgress>()
  const running = new Map<string, RunningSync>()
  /** The accounts whose stored error is that of a list, from a run of this start of the app. */
  const withListError = new Set<string>()
  const limitConcurrency = pLimit(maxConcurrentLists)
  const endEstimator = createSyncEndEstimator({ api, accounts, database, remainingCallsOfDomainJobs })
  const throttle = createThrottle(clock, progressIntervalMs, () => {
    try {
      emit('sync.changed', progress())
    } catch {
      // A database error is reported by the run itself and by every command.
    }
  })

  function progress(): SyncProgress[] {
    const stored = new Map(runs.all().map((run) => [run.accountId, run]))
    const runsToEstimate = [...running].map(
      ([id, { remaining, abort }]) => [id, { remaining, isStopping: abort.signal.aborted }] as const,
    )
    const expectedEnds = endEstimator.estimateEnds(new Map(runsToEstimate), clock.now())
    const all = runs
      .accounts()
      .map(({ id }) => ({
        ...(lastProgress.get(id) ?? progressOf(id, stored.get(id))),
        responsiveness: responsiveness(id),
        expectedEndAt: expectedEnds.get(id) ?? null,
      }))
    const retryTimes = computeRetryTimes(all)
    return all.map((each) => ({ ...each, retryAt: retryTimes.get(each.accountId) ?? null }))
  }

  function responsiveness(accountId: string): ServiceResponsiveness {
    return running.has(accountId) ? api.responsiveness(accountId) : 'answering'
  }

  function setProgress(accountId: string, changes: Partial<SyncProgress>): void {
    lastProgress.set(accountId, { ...(lastProgress.get(accountId) ?? progressOf(accountId, undefined)), ...changes })
  }

  function updateProgress(accountId: string, changes: Partial<SyncProgress>): void {
    setProgress(accountId, changes)
    throttle.trigger()
  }

  function startRun(accountId: string, from: ResumePoint | null): void {
    const known = running.get(accountId)
    if (known) {
      if (known.abort.signal.aborted && !known.isRestartRequested) known.next = { from }
      return
    }
    const abort = new AbortController()
    const startedAt = from?.startedAt ?? clock.now()
    const lastSyncStartedAt = lastCompleteStartOf(accountId)
    const run: RunningSync = {
      abort,
      isResumable: false,
      hasLists: from?.hasLists ?? false,
      mustRefetchLists: false,
      remaining: null,
      isRestartRequested: false,
      wasKeychainOpened: false,
      next: null,
      startedAt,
      lastSyncStartedAt,
      ended: Promise.resolve(),
    }
    running.set(accountId, run)
    run.ended = runAccount(accountId, run).finally(() => {
      // The run is deleted before the listeners are notified of its end, because a listener may start the sync again at
      // once.
      running.delete(accountId)
      if (willRestart(run)) startRun(accountId, { startedAt, hasLists: false })
      else if (run.next && !settings.get().isOffline) startRun(accountId, run.next.from)
      inventory.flush()
      throttle.trigger()
      throttle.flush()
      accounts.emitChanged()
    })
  }

  function lastCompleteStartOf(accountId: string): number | null {
    const last = runs.all().find((row) => row.accountId === accountId)
    return last?.state === 'idle' ? last.startedAt : null
  }

  function requestRestart(run: RunningSync): void {
    if (!run.hasLists) {
      run.mustRefetchLists = true
      return
    }
    restartNow(run)
  }

  function restartNow(run: RunningSync): void {
    if (run.abort.signal.aborted) return
    run.isRestartRequested = true
    run.abort.abort()
  }

  function willRestart(run: RunningSync): boolean {
    return run.isRestartRequested && !settings.get().isOffline
  }

  async function runAccount(accountId: string, run: RunningSync): Promise<void> {
    const { signal } = run.abort
    const { startedAt } = run
    let problem: SyncRunError | null = null
    lastProgress.delete(accountId)
    withListError.delete(accountId)
    const since = { startedAt, runsSince: clock.now() }
    updateProgress(
      accountId,
      run.hasLists
        ? { state: 'details', ...since }
        : { state: 'lists', isWaiting: true, listsTotal: countReadableLists({ api, accounts }, accountId), ...since },
    )
    try {
      if (!run.hasLists) {
        runs.begin(accountId, startedAt)
        problem = await fetchListsUntilCurrent(accountId, run)
      }
      runs.enterDetailsPhase(accountId, problem)
      run.hasLists = true
      if (problem) {
        withListError.add(accountId)
        accounts.emitChanged()
      }
      updateProgress(accountId, { state: 'details', error: problem?.error ?? null })
      // Each of these reads every domain, and both together would block for longer than a frame.
      await yieldToEventLoop()
      endEstimator.updateOverlaps()
      await fetchLogEntriesOfWriteCalls(accountId, signal)
      runs.beginDetails(accountId)
      /** Details that this run read before it was interrupted. */
      const readBefore = runs.getDetailsRead(accountId)
      const deps = {
        noKeyMayReadBefore: runs.getDetailCounts(accountId).detailsNoKeyMayRead,
        api,
        inventory,
        clock,
        backgroundShare: () => settings.get().backgroundShare,
        lastSyncStartedAt: run.lastSyncStartedAt,
        visible,
      }
      await fetchDueDetails(deps, accountId, startedAt, signal, (details) => {
        const detailsRead = readBefore + details.read
        const counts = recordDetailCounts(accountId, detailsRead, details)
        run.remaining = details.remaining
        updateProgress(accountId, {
          detailsRead,
          detailsTotal: readBefore + details.total,
          ...counts,
          detailsPostponed: details.postponed,
          neededFractionOfDailyLimit: details.neededFractionOfDailyLimit,
        })
      })
      const problemLeft = withListError.has(accountId) ? problem : null
      endRun(accountId, run, problemLeft ? 'failed' : 'idle', problemLeft)
    } catch (error) {
      const stopped =
        error instanceof AppError
          ? error
          : new AppError('bug', error instanceof Error ? error.message : String(error), { cause: error })
      if (isAppError(stopped, 'offline')) run.isResumable = true
      const isChosen = signal.aborted || isErrorCausedBy(stopped, 'user_choice')
      if (!isChosen) withListError.delete(accountId)
      endRun(accountId, run, isChosen ? 'cancelled' : 'failed', isChosen ? null : syncErrorNow(stopped))
    }
  }

  /**
   * Repeats `fetchListsOnce` until a reading began after the newest request. The keys may have changed before that
   * request.
   */
  async function fetchListsUntilCurrent(accountId: string, run: RunningSync): Promise<SyncRunError | null> {
    for (;;) {
      try {
        const problem = await fetchListsOnce(accountId, run)
        if (!run.mustRefetchLists) return problem
      } catch (error) {
        if (!run.mustRefetchLists || run.abort.signal.aborted) throw error
      }
    }
  }

  /** Returns why a list is incomplete; throws when no list was read at all. */
  async function fetchListsOnce(accountId: string, run: RunningSync): Promise<SyncRunError | null> {
    const { listsRead, error } = await limitConcurrency(() => {
      run.mustRefetchLists = false
      updateProgress(accountId, { isWaiting: false })
      return checkKeysAndFetchLists({ api, inventory, accounts, clock }, accountId, run.abort.signal, {
        progress: (listsDone, listsTotal) => updateProgress(accountId, { listsDone, listsTotal }),
        listStored(list, readAt) {
          runs.recordListRead(accountId, list, readAt)
          accounts.emitChanged()
        },
        listNotGranted: (list, at) => runs.recordListNotGranted(accountId, list, at),
      })
    })
    if (error && listsRead === 0) throw error
    if (!error) runs.setError(accountId, null)
    accounts.emitChanged()
    return error && syncErrorNow(error)
  }

  function syncErrorNow(error: AppError): SyncRunError {
    return { error: toWireError(error), at: clock.now() }
  }

  /**
   * A resumed run does not know the error of the details that failed before the interruption. The stored error is
   * therefore kept.
   */
  function recordDetailCounts(
    accountId: string,
    detailsRead: number,
    { read, failed, total, noKeyMayRead, error }: DetailFetchProgress,
  ): ReturnType<typeof runs.getDetailCounts> {
    const before = runs.getDetailCounts(accountId)
    const detailsError = error ? toWireError(error) : failed > 0 ? before.detailsError : null
    const counts = {
      detailsFailed: failed,
      detailsError,
      detailsNoKeyMayRead: noKeyMayRead,
      detailsUnread: Math.max(0, total - read - failed - noKeyMayRead),
      detailsEndedAt: null,
    }
    runs.recordDetailCounts(accountId, detailsRead, counts)
    return counts
  }

  /** A cancelled run leaves the stored error: that of this run, or of the one before if it has not read its lists. */
  function endRun(
    accountId: string,
    run: RunningSync,
    state: 'idle' | 'failed' | 'cancelled',
    problem: SyncRunError | null,
  ): void {
    run.remaining = null
    const endedAt = clock.now()
    const ended = { isWaiting: false, endedAt, neededFractionOfDailyLimit: null }
    // A run ends only after its last call was answered, possibly long after a call failed.
    if (problem && run.wasKeychainOpened && isErrorCausedBy(problem.error, 'keychain')) run.isRestartRequested = true
    try {
      // A resumed sync may stop while it reads its lists again. Its counts of details are then from before.
      runs.recordDetailsEnd(accountId, endedAt)
      if (willRestart(run)) return
      if (state !== 'cancelled') runs.setError(accountId, problem)
      setProgress(accountId, {
        ...ended,
        state,
        error: runs.getError(accountId),
        // A run that ended before it read details leaves the counts of the last run that read details.
        ...runs.getDetailCounts(accountId),
      })
      if (run.isResumable) return
      runs.end(accountId, state, endedAt)
    } catch (failure) {
      // The database itself failed: the windows are notified, and the row shows an interrupted run.
      setProgress(accountId, { ...ended, state: 'failed', error: toWireError(failure) })
    }
  }

  async function stopRuns(accountIds: readonly string[], isResumable: boolean): Promise<void> {
    const stopped = accountIds.map((id) => running.get(id)).filter((run) => run !== undefined)
    for (const run of stopped) {
      run.isResumable = isResumable
      run.isRestartRequested = false
      run.next = null
      run.abort.abort()
    }
    await Promise.all(stopped.map(({ ended }) => ended))
  }

  function resume(): void {
    if (settings.get().isOffline) return
    const paused = new Set(
      runs
        .accounts()
        .filter(({ isPaused }) => isPaused)
        .map(({ id }) => id),
    )
    for (const run of runs.all()) {
      if ((run.state !== 'lists' && run.state !== 'details') || paused.has(run.accountId)) continue
      const hasLists =
        run.state === 'details' &&
        run.listsReadAt !== null &&
        run.listsReadAt >= run.startedAt &&
        run.listsReadAt > clock.now() - dayMs
      startRun(run.accountId, { startedAt: run.startedAt, hasLists })
    }
  }

  /**
   * Starts failed syncs again whose error is void now. The error is cleared even for accounts that may not sync now,
   * and for a sync that runs or was stopped, which keeps the error of the sync before.
   */
  function retryFailedSyncs(isVoid: (run: SyncRun, error: WireError) => boolean): void {
    const paused = new Set(
      runs
        .accounts()
        .filter(({ isPaused }) => isPaused)
        .map(({ id }) => id),
    )
    for (const run of runs.all()) {
      const { accountId, state, startedAt, error } = run
      if (!error || !isVoid(run, error)) continue
      runs.setError(accountId, null)
      if (running.has(accountId)) continue
      lastProgress.delete(accountId)
      if (state !== 'failed') continue
      runs.end(accountId, 'cancelled', startedAt)
      if (!settings.get().isOffline && !paused.has(accountId)) startRun(accountId, null)
    }
    throttle.trigger()
    accounts.emitChanged()
    emit('inventory.changed', { accountId: null, domain: null })
  }

  function onListReadOutsideSync(accountId: string): void {
    const stored = runs.all().find((each) => each.accountId === accountId)
    if (!stored || !withListError.has(accountId) || (stored.listsReadAt ?? 0) < stored.startedAt) return
    withListError.delete(accountId)
    runs.setError(accountId, null)
    const hasFailed = stored.state === 'failed'
    if (hasFailed) runs.end(accountId, 'idle', stored.endedAt ?? clock.now())
    updateProgress(accountId, { error: null, ...(hasFailed && { state: 'idle' }) })
  }

  function onProxyChanged(accountId: string): void {
    const run = running.get(accountId)
    if (run) {
      const stored = runs.all().find((each) => each.accountId === accountId)?.error
      const hasFailedToConnect = stored ? isConnectionError(stored) : false
      if (hasFailedToConnect) runs.setError(accountId, null)
      // The calls of the run wait before they connect again.
      if (hasFailedToConnect || ['no_proxy', 'silent'].includes(api.responsiveness(accountId))) restartNow(run)
    }
    retryFailedSyncs((each, error) => each.accountId === accountId && isConnectionError(error))
  }

  let wasOffline = settings.get().isOffline
  const stopListening = settings.onChange(({ isOffline }) => {
    if (wasOffline && !isOffline) resume()
    // Waiting calls would otherwise fail only when they are due.
    if (!wasOffline && isOffline) void stopRuns([...running.keys()], true)
    wasOffline = isOffline
  })

  return {
    start(accountIds) {
      if (settings.get().isOffline) return
      for (const { id, isPaused } of runs.accounts()) {
        if (isPaused || (accountIds !== null && !accountIds.includes(id))) continue
        const run = running.get(id)
        if (run && !run.abort.signal.aborted) requestRestart(run)
        else startRun(id, null)
      }
    },
    retrySyncsFailedByKeychain() {
      for (const run of running.values()) run.wasKeychainOpened = true
      retryFailedSyncs((_, error) => isErrorCausedBy(error, 'keychain'))
    },
    onProxyChanged,
    onListReadOutsideSync,
    onAccountsEdited() {
      const paused = runs.accounts().filter(({ id, isPaused }) => isPaused && running.has(id))
      void stopRuns(
        paused.map(({ id }) => id),
        false,
      )
      throttle.trigger()
    },
    cancel: (accountIds) => stopRuns(accountIds ?? [...running.keys()], false),
    resume,
    progress,
    lastCompleteStartOf,
    responsiveness,
    responsivenessByAccount: () => Object.fromEntries([...running.keys()].map((id) => [id, responsiveness(id)])),
    notifyResponsivenessChanged() {
      if (running.size > 0) throttle.trigger()
    },
    async settled() {
      while (running.size > 0) await Promise.all([...running.values()].map(({ ended }) => ended))
    },
    close() {
      stopListening()
      return stopRuns([...running.keys()], true)
    },
  }
}

/** The progress of an account without a running sync: the result of its last run. */
function progressOf(accountId: string, run: SyncRun | undefined): SyncProgress {
  const wasCutOff = run !== undefined && isSyncRunning(run)
  return {
    accountId,
    state: wasCutOff ? 'cancelled' : (run?.state ?? 'idle'),
    responsiveness: 'answering',
    isWaiting: false,
    startedAt: run?.startedAt ?? null,
    runsSince: null,
    endedAt: run?.endedAt ?? null,
    listsDone: 0,
    listsTotal: 0,
    detailsRead: 0,
    detailsTotal: 0,
    detailsFailed: run?.detailsFailed ?? 0,
    detailsError: run?.detailsError ?? null,
    detailsNoKeyMayRead: run?.detailsNoKeyMayRead ?? 0,
    detailsUnread: run?.detailsUnread ?? 0,
    detailsEndedAt: run?.detailsEndedAt ?? null,
    expectedEndAt: null,
    neededFractionOfDailyLimit: null,
    retryAt: null,
    detailsPostponed: 0,
    error: run?.error ?? null,
  }
}

function isConnectionError(error: WireError): boolean {
  return isErrorCausedBy(error, 'network') || error.kind === 'proxy_refused'
}
