import pLimit from 'p-limit'
import { dayMs } from '#shared/api/limits.ts'
import { AppError, isAppError, isOfKeychain, toWireError } from '#shared/errors.ts'
import type { Answering, SyncProgress } from '#shared/ipc/sync.ts'
import type { ApiClient } from '../api/types.ts'
import type { Clock } from '../clock.ts'
import type { Emit } from '../ipc/handlers.ts'
import type { Database } from '../store/database.ts'
import type { SettingsStore } from '../store/settings.ts'
import type { Inventory } from './inventory.ts'
import { readDetails, type DetailsProgress } from './sync-details.ts'
import { listNames, readLists, type SyncAccounts } from './sync-lists.ts'
import { createSyncRuns, type SyncRun } from './sync-runs.ts'
import { createThrottle } from '../pace/throttle.ts'

export interface Sync {
  /**
   * Null: all accounts. Paused accounts are left out. One that reads its lists reads them once more when they came; one that reads its details reads its lists again, then goes on with what is left of
   * the details: its keys may be others now. Does nothing while the person works offline.
   */
  start(accountIds: string[] | null): void
  /** Stops what waits; what was read stays. Resolves when it has stopped. */
  cancel(accountIds: string[] | null): Promise<void>
  /** Stops the syncs of accounts that were paused meanwhile: their calls would be told only when their turn comes. */
  stopPaused(): void
  /** Goes on with the syncs that were cut off: by the end of the app, or by going offline. */
  resume(): void
  progress(): SyncProgress[]
  /** Whether the calls of the account's sync are answered; `yes` while none runs. */
  answering(accountId: string): Answering
  /** What `answering` says may have changed. */
  tellAnswering(): void
  /** Resolves when nothing runs any more. */
  settled(): Promise<void>
  /** The keychain is open: the syncs that it kept from reading begin again. */
  retryKeychain(): void
  /** Stops everything so that `resume` goes on with it. */
  close(): Promise<void>
}

export interface SyncDeps {
  api: Pick<ApiClient, 'call' | 'usableKeys' | 'gauges' | 'answering'>
  inventory: Inventory
  accounts: SyncAccounts
  database: Database
  clock: Clock
  emit: Emit
  settings: Pick<SettingsStore, 'get' | 'onChange'>
}

const tellEveryMs = 250
/** Lists of so many accounts are read at once: each may be a big answer. */
const listsAtOnce = 4

interface Running {
  abort: AbortController
  /** The row stays as it is, for `resume`. */
  isKept: boolean
  hasLists: boolean
  /** Its lists are read once more: it was asked for while they were read. */
  needsListsAgain: boolean
  /** It ends only to begin once more with its lists. */
  isAskedAgain: boolean
  startedAt: number
  ended: Promise<void>
}

interface From {
  startedAt: number
  hasLists: boolean
}

export function createSync({ api, inventory, accounts, database, clock, emit, settings }: SyncDeps): Sync {
  const runs = createSyncRuns(database)
  const known = new Map<string, SyncProgress>()
  const running = new Map<string, Running>()
  const gate = pLimit(listsAtOnce)
  const throttle = createThrottle(clock, tellEveryMs, () => {
    try {
      emit('sync.changed', progress())
    } catch {
      // A database that fails is told by the run itself and by every command.
    }
  })

  function progress(): SyncProgress[] {
    const stored = new Map(runs.all().map((run) => [run.accountId, run]))
    return runs.accounts().map(({ id }) => ({ ...(known.get(id) ?? progressOf(id, stored.get(id))), answering: answering(id) }))
  }

  function answering(accountId: string): Answering {
    return running.has(accountId) ? api.answering(accountId) : 'yes'
  }

  function note(accountId: string, changes: Partial<SyncProgress>): void {
    known.set(accountId, { ...(known.get(accountId) ?? progressOf(accountId, undefined)), ...changes })
  }

  function change(accountId: string, changes: Partial<SyncProgress>): void {
    note(accountId, changes)
    throttle.poke()
  }

  function begin(accountId: string, from: From | null): void {
    if (running.has(accountId)) return
    const abort = new AbortController()
    const startedAt = from?.startedAt ?? clock.now()
    const run: Running = { abort, isKept: false, hasLists: from?.hasLists ?? false, needsListsAgain: false, isAskedAgain: false, startedAt, ended: Promise.resolve() }
    running.set(accountId, run)
    run.ended = runAccount(accountId, run).finally(() => {
      // Only now: who hears of the end may start again at once.
      running.delete(accountId)
      if (beginsAgain(run)) begin(accountId, { startedAt, hasLists: false })
      inventory.flush()
      throttle.poke()
      throttle.flush()
      accounts.changed()
    })
  }

  function askAgain(run: Running): void {
    if (run.abort.signal.aborted) return
    if (!run.hasLists) {
      run.needsListsAgain = true
      return
    }
    run.isAskedAgain = true
    run.abort.abort()
  }

  function beginsAgain(run: Running): boolean {
    return run.isAskedAgain && !settings.get().isOffline
  }

  async function runAccount(accountId: string, run: Running): Promise<void> {
    const { signal } = run.abort
    const { startedAt } = run
    let problem: AppError | null = null
    known.delete(accountId)
    const since = { startedAt, runsSince: clock.now() }
    change(accountId, run.hasLists ? { state: 'details', ...since } : { state: 'lists', isWaiting: true, listsTotal: listNames.length, ...since })
    try {
      if (!run.hasLists) {
        runs.begin(accountId, startedAt)
        problem = await newestLists(accountId, run)
      }
      runs.toDetails(accountId, problem && toWireError(problem))
      run.hasLists = true
      if (problem) accounts.changed()
      change(accountId, { state: 'details', error: problem && toWireError(problem) })
      const deps = { api, inventory, clock, backgroundShare: () => settings.get().backgroundShare }
      await readDetails(deps, accountId, startedAt, signal, (details) => {
        const { detailsFailed, detailsError } = noteFailed(accountId, details)
        change(accountId, {
          detailsRead: details.read,
          detailsTotal: details.total,
          detailsFailed,
          detailsError,
          detailsPutOff: details.putOff,
          minutesLeft: details.minutesLeft,
          dayShare: details.dayShare,
        })
      })
      end(accountId, run, problem ? 'failed' : 'idle', problem)
    } catch (error) {
      const stopped = error instanceof AppError ? error : new AppError('bug', error instanceof Error ? error.message : String(error), { cause: error })
      if (isAppError(stopped, 'offline')) run.isKept = true
      const isChosen = signal.aborted || isAppError(stopped, 'cancelled') || isAppError(stopped, 'offline') || isAppError(stopped, 'paused')
      end(accountId, run, isChosen ? 'cancelled' : 'failed', isChosen ? problem : stopped)
    }
  }

  /** As `lists`, of a reading that began after the newest request for one: the keys may be others since then. */
  async function newestLists(accountId: string, run: Running): Promise<AppError | null> {
    for (;;) {
      try {
        const problem = await lists(accountId, run)
        if (!run.needsListsAgain) return problem
      } catch (error) {
        if (!run.needsListsAgain || run.abort.signal.aborted) throw error
      }
    }
  }

  /** What kept a list from being whole; throws when no list came at all. */
  async function lists(accountId: string, run: Running): Promise<AppError | null> {
    const { read, error } = await gate(() => {
      run.needsListsAgain = false
      change(accountId, { isWaiting: false })
      return readLists({ api, inventory, accounts, clock }, accountId, run.abort.signal, {
        progress: (listsDone, listsTotal) => change(accountId, { listsDone, listsTotal }),
        whole(list, readAt) {
          runs.listRead(accountId, list, readAt)
          accounts.changed()
        },
      })
    })
    if (error && read === 0) throw error
    if (!error) runs.listsAnswered(accountId)
    accounts.changed()
    return error
  }

  /** How many details failed and why the newest of them did; stored when that changes. */
  function noteFailed(accountId: string, { failed, error }: DetailsProgress): Pick<SyncProgress, 'detailsFailed' | 'detailsError'> {
    const before = runs.failedDetails(accountId)
    if (failed === before.detailsFailed) return before
    const after = { detailsFailed: failed, detailsError: error ? toWireError(error) : failed > 0 ? before.detailsError : null }
    runs.detailsFailed(accountId, after.detailsFailed, after.detailsError)
    return after
  }

  function end(accountId: string, run: Running, state: 'idle' | 'failed' | 'cancelled', error: AppError | null): void {
    if (beginsAgain(run)) return
    const endedAt = clock.now()
    note(accountId, { state, isWaiting: false, endedAt, minutesLeft: null, dayShare: null, error: error && toWireError(error) })
    if (run.isKept) return
    try {
      runs.end(accountId, state, endedAt, error && toWireError(error))
    } catch (failure) {
      // The database is what failed: the windows are told, and the row says that the run was cut off.
      note(accountId, { state: 'failed', error: toWireError(failure) })
    }
  }

  async function stop(accountIds: readonly string[], isKept: boolean): Promise<void> {
    const stopped = accountIds.map((id) => running.get(id)).filter((run) => run !== undefined)
    for (const run of stopped) {
      run.isKept = isKept
      run.isAskedAgain = false
      run.abort.abort()
    }
    await Promise.all(stopped.map(({ ended }) => ended))
  }

  function resume(): void {
    if (settings.get().isOffline) return
    const paused = new Set(runs.accounts().filter(({ isPaused }) => isPaused).map(({ id }) => id))
    for (const run of runs.all()) {
      if ((run.state !== 'lists' && run.state !== 'details') || paused.has(run.accountId)) continue
      const hasLists = run.state === 'details' && run.listsReadAt !== null && run.listsReadAt >= run.startedAt && run.listsReadAt > clock.now() - dayMs
      begin(run.accountId, { startedAt: run.startedAt, hasLists })
    }
  }

  /** A failure that the keychain made says nothing any more: it goes, also where nothing may be read now. */
  function retryKeychain(): void {
    const paused = new Set(runs.accounts().filter(({ isPaused }) => isPaused).map(({ id }) => id))
    for (const { accountId, state, startedAt, error } of runs.all()) {
      if (state !== 'failed' || !error || !isOfKeychain(error) || running.has(accountId)) continue
      runs.end(accountId, 'cancelled', startedAt, null)
      known.delete(accountId)
      if (!settings.get().isOffline && !paused.has(accountId)) begin(accountId, null)
    }
    throttle.poke()
    accounts.changed()
    emit('inventory.changed', { accountId: null, domain: null })
  }

  let wasOffline = settings.get().isOffline
  const stopListening = settings.onChange(({ isOffline }) => {
    if (wasOffline && !isOffline) resume()
    // Calls that wait for their quota would be told only when their turn comes.
    if (!wasOffline && isOffline) void stop([...running.keys()], true)
    wasOffline = isOffline
  })

  return {
    start(accountIds) {
      if (settings.get().isOffline) return
      for (const { id, isPaused } of runs.accounts()) {
        if (isPaused || (accountIds !== null && !accountIds.includes(id))) continue
        const run = running.get(id)
        if (run) askAgain(run)
        else begin(id, null)
      }
    },
    retryKeychain,
    stopPaused() {
      const paused = runs.accounts().filter(({ id, isPaused }) => isPaused && running.has(id))
      void stop(paused.map(({ id }) => id), false)
    },
    cancel: (accountIds) => stop(accountIds ?? [...running.keys()], false),
    resume,
    progress,
    answering,
    tellAnswering() {
      if (running.size > 0) throttle.poke()
    },
    async settled() {
      while (running.size > 0) await Promise.all([...running.values()].map(({ ended }) => ended))
    },
    close() {
      stopListening()
      return stop([...running.keys()], true)
    },
  }
}

/** An account whose sync does not run now: as its last one ended. */
function progressOf(accountId: string, run: SyncRun | undefined): SyncProgress {
  const wasCutOff = run?.state === 'lists' || run?.state === 'details'
  return {
    accountId,
    state: wasCutOff ? 'cancelled' : (run?.state ?? 'idle'),
    answering: 'yes',
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
    minutesLeft: null,
    dayShare: null,
    detailsPutOff: 0,
    error: run?.error ?? null,
  }
}
