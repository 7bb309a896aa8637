import { AppError, isAppError } from '#shared/app-error.ts'
import type { RateLimitClass } from '#shared/api/service-limits.ts'
import { dayMs, secondMs } from '#shared/durations.ts'
import type { PageOf } from '#shared/ipc/common-schemas.ts'
import type { QuotaUsage } from '#shared/ipc/accounts.ts'
import type { ChangeLogEntry } from '#shared/ipc/change-log.ts'
import { jobKinds, type Job, type JobItem, type JobItemFilter, type JobKindName } from '#shared/ipc/jobs.ts'
import { queryMergedAccountIds } from '#main/store/merged-account-store.ts'
import type { ApiClient } from '#main/api/api-client-interface.ts'
import type { Clock } from '#main/clock.ts'
import type { EmitEvent } from '#main/event-emitter-port.ts'
import { createThrottle } from '#main/event-loop/throttle.ts'
import type { Database } from '#main/store/database.ts'
import { createAccountJobBackoff } from './account-job-backoff.ts'
import { findWhyJobItemsOfAccountWait, type AccountJobWait } from './find-why-job-items-of-account-wait.ts'
import type { JobKindImplementation, NewJob } from './job-kind-interface.ts'
import type { JobItemWithUnparsedInput, StoredJob } from './parse-job-rows.ts'
import { createJobQueriesForWindow } from './query-jobs-for-window.ts'
import { createJobStore } from './job-store.ts'
import {
  parseItemInputAndProgress,
  hasUnconfirmedChange,
  buildJobItemForWindow,
} from './build-job-and-item-for-window.ts'
import { queryContinuingJobItems } from './query-items-continued-in-later-jobs.ts'
import { runJobItemsOfAccount, type JobItemRunnerDeps } from './run-job-items-of-account.ts'
import type { RunningJobItem } from './running-job-item.ts'

/** Counts the open items of all jobs that need an account. `jobId` and `domain` are those of one of these items. */
export interface OpenJobItemsThatNeedAccount {
  jobId: string
  domain: string
  count: number
}

export interface JobItemsPageQuery {
  /** Null: all. */
  states: readonly JobItemFilter[] | null
  offset: number
  limit: number
}

/** Stores jobs and works on them until they end. The functions that take a job ID throw `not_found`. */
export interface JobRunner {
  /** Stores the job durably and starts it. Returns its ID. Throws `disk_full`, `database_*`. */
  create(kind: JobKindName, job: NewJob): Promise<string>
  /** Every open job, and the newest ended jobs; newest first. */
  list(): Job[]
  get(jobId: string): Job
  items(jobId: string, page: JobItemsPageQuery): PageOf<JobItem>
  /** The items with their stored input: what each item should do. */
  itemsWithInput(jobId: string, page: JobItemsPageQuery): PageOf<JobItem & { input: unknown }>
  pause(jobId: string): void
  resume(jobId: string): void
  cancel(jobId: string): Promise<void>
  /** The open items that need the account; null if there are none. */
  openItemsOf(accountId: string): OpenJobItemsThatNeedAccount | null
  /** The remaining calls, by account, of each job whose calls this limit counts and that is not paused or cancelled. */
  remainingCallsByAccount(limitClass: RateLimitClass): ReadonlyMap<string, readonly number[]>
  /**
   * Returns the ID of the job that has begun to change the domain and has not finished its changes there; null if there
   * is none.
   */
  findUnfinishedJobThatStartedOn(domain: string): string | null
  /**
   * Call it when a reading has shown that the change of an entry of the change log was made. Sets the item of the
   * domain from `unknown` to `done`. Returns false if no item could be set to `done`.
   */
  markUnknownItemAsDone(jobId: string, entry: Pick<ChangeLogEntry, 'domain' | 'change'>): boolean
  /** Continues with the jobs of an earlier run of the app. */
  start(): void
  /**
   * Call it when calls may be possible again, or may be forbidden now: a setting, an account, a key or the network
   * changed.
   */
  wake(): void
  /** Call it when the keys of accounts may have changed, or one expired. The window shows why a job waits. */
  noteKeysChanged(): void
  /** Call it when the calls of accounts were counted. The window shows which limit makes a job wait. */
  noteQuotaUsage(usages: readonly QuotaUsage[]): void
  /** Stops all items. The next start continues with them. */
  close(): Promise<void>
}

export interface JobRunnerDeps extends Pick<
  JobItemRunnerDeps,
  'runByDomain' | 'findObstacle' | 'findReadingJobLimitError'
> {
  database: Database
  clock: Clock
  newId: () => string
  /** Emits `jobs.changed`. */
  emit: EmitEvent
  api: Pick<ApiClient, 'call' | 'findBlockThatHoldsCallsOf' | 'quotaUsage' | 'usableKeys'>
  kinds: Readonly<Partial<Record<JobKindName, JobKindImplementation>>>
  /** The fraction of the daily limit that reading jobs may use, 0 to 1. */
  readingFraction: () => number
}

const emitIntervalMs = 250
/** Ended jobs are deleted after this time. Their changes stay in the change log. */
const endedJobsKeptMs = 90 * dayMs

export function createJobRunner(deps: JobRunnerDeps): JobRunner {
  const { database, clock, newId, emit, kinds } = deps
  const store = createJobStore(
    database,
    jobKinds.filter((kind) => kinds[kind]?.isReading === true),
  )
  const backoff = createAccountJobBackoff(clock)
  const running = new Set<RunningJobItem>()
  const jobList = createJobQueriesForWindow({ ...deps, store, backoff, running })
  const runs = new Map<string, { stop: AbortController; ended: Promise<void> }>()
  const cancelled = new Set<string>()
  const closing = new AbortController()
  let wakeSignal = new AbortController()
  /** For which limits and holds accounts waited when `jobs.changed` was last emitted, as one text to compare. */
  let emittedWaits = ''

  const throttle = createThrottle(clock, emitIntervalMs, () => {
    if (closing.signal.aborted) return
    emittedWaits = describeWaits(deps.api.quotaUsage(), deps.api)
    try {
      emit('jobs.changed', { jobs: jobList.all() })
    } catch (error) {
      // A failing database is reported by every command that needs it.
      if (!isAppError(error)) throw error
    }
  })

  const context: JobItemRunnerDeps = {
    ...deps,
    store,
    backoff,
    running,
    isCancelled: (jobId) => cancelled.has(jobId),
    wakeSignal: () => wakeSignal.signal,
    onChange: () => throttle.trigger(),
    onItemEnded: jobList.invalidateEndedJobCache,
  }

  function requireJob(jobId: string): StoredJob {
    const job = store.job(jobId)
    if (!job) throw new AppError('not_found', 'No such job')
    return job
  }

  /** Starts the job unless it is running, paused or ended. */
  function startJob(jobId: string): void {
    const job = store.job(jobId)
    const kind = job && kinds[job.kind]
    if (!kind || job.endedAt !== null || job.isPaused || closing.signal.aborted || runs.has(jobId)) return
    const stop = new AbortController()
    const ended = runJob(jobId, kind, stop.signal)
      .catch((thrown: unknown) => console.error('jobs:', thrown))
      .finally(() => {
        runs.delete(jobId)
        throttle.trigger()
        // The job was resumed while its items were stopping.
        if (stop.signal.aborted) startJob(jobId)
      })
    runs.set(jobId, { stop, ended })
    throttle.trigger()
  }

  async function runJob(jobId: string, kind: JobKindImplementation, signal: AbortSignal): Promise<void> {
    store.endIfDone(jobId, clock.now())
    const accounts = store.openItems(jobId)
    await Promise.all(
      accounts.map(({ accountId }) => runJobItemsOfAccount(context, { jobId, accountId, kind, signal })),
    )
  }

  /** A kill of the app left items as `running`. No call of them is in flight, and they may have to wait. */
  function returnItemsOfEarlierRun({ id, kind: name }: StoredJob): void {
    const kind = kinds[name]
    for (const row of store.runningItems(id)) {
      const item = kind && parseItemInputAndProgress(kind, row)
      store.setState(row, item && hasUnconfirmedChange(kind, item) ? 'checking' : 'waiting')
    }
  }

  function abortItems(matches: (item: RunningJobItem) => boolean): void {
    for (const item of running) if (matches(item)) item.abort.abort()
  }

  function stopJob(jobId: string): void {
    runs.get(jobId)?.stop.abort()
    abortItems((item) => item.jobId === jobId)
  }

  function wakeSleepers(): void {
    backoff.retryAll()
    const previous = wakeSignal
    wakeSignal = new AbortController()
    previous.abort()
  }

  /**
   * Returns a function that finds why the items of a job and account wait. Each wait is found once: a page may have
   * hundreds of rows, and each search counts the calls of all accounts.
   */
  function createCachedWaitSearch() {
    const found = new Map<string, AccountJobWait | null>()
    return ({ id, kind: name, isCancelled }: StoredJob, accountId: string): AccountJobWait | null => {
      const kind = kinds[name]
      const key = `${id} ${accountId}`
      if (!kind) return null
      const known = found.get(key)
      if (known !== undefined) return known
      const wait = findWhyJobItemsOfAccountWait({ ...deps, backoff, running }, accountId, {
        jobId: id,
        limitClass: kind.limitClass,
        isReading: isCancelled || kind.isReading === true,
        isReadingJob: kind.isReading === true,
      })
      found.set(key, wait)
      return wait
    }
  }

  function pageOf<T>(
    jobId: string,
    { states, offset, limit }: JobItemsPageQuery,
    toRow: (item: JobItem, row: JobItemWithUnparsedInput) => T,
  ): PageOf<T> {
    const job = requireJob(jobId)
    const { kind: name, isPaused, isCancelled } = job
    const kind = kinds[name]
    if (!kind) throw new AppError('bug', `No such kind of job: ${name}`)
    const findWaitInJob = createCachedWaitSearch()
    const findWait = (accountId: string) => findWaitInJob(job, accountId)
    const idle = store
      .openItems(jobId)
      .flatMap(({ accountId }) => (findWait(accountId)?.stopsBegunItems ? [accountId] : []))
    const page = store.page(jobId, states, idle, { offset, limit })
    const { currentId } = queryMergedAccountIds(database)
    const accountLabel = (accountId: string) => store.accountLabel(jobId, accountId, currentId(accountId))
    const later = queryContinuingJobItems(
      database,
      jobId,
      page.rows.map(({ position }) => position),
    )
    /** The later item has the state with which its own job shows it. */
    const findLaterItem = (position: number): JobItem['plannedAgain'] => {
      const found = later.get(position)
      if (!found) return null
      const { accountId, ...item } = found
      const laterJob = item.state === 'running' ? store.job(item.jobId) : null
      const isStopped = laterJob !== null && findWaitInJob(laterJob, accountId)?.stopsBegunItems === true
      return isStopped ? { ...item, state: 'waiting' } : item
    }
    /** The reason stays stored until the item begins, but what the item waited for may have ended before. */
    const hasEndedReasonForWaiting = (row: JobItemWithUnparsedInput) =>
      row.endedAt === null && row.error?.kind === 'open_job' && !store.mustWaitForOtherItem(row)
    const view = (row: JobItemWithUnparsedInput) =>
      buildJobItemForWindow(kind, hasEndedReasonForWaiting(row) ? { ...row, error: null } : row, {
        findWait,
        currentId,
        accountLabel,
        isPaused,
        isCancelled,
        plannedAgain: findLaterItem(row.position),
      })
    return { ...page, rows: page.rows.map((row) => toRow(view(row), row)) }
  }

  return {
    async create(kind, job) {
      const jobId = newId()
      await store.add(jobId, kind, job, clock.now())
      jobList.invalidateCacheOfJobsContinuedBy(jobId)
      startJob(jobId)
      return jobId
    },
    list: jobList.all,
    get: (jobId) => jobList.view(requireJob(jobId)),
    items: (jobId, page) => pageOf(jobId, page, (item) => item),
    itemsWithInput: (jobId, page) => pageOf(jobId, page, (item, { input }) => ({ ...item, input })),
    pause(jobId) {
      requireJob(jobId)
      store.setPaused(jobId, true)
      stopJob(jobId)
      throttle.trigger()
    },
    resume(jobId) {
      requireJob(jobId)
      store.setPaused(jobId, false)
      startJob(jobId)
      wakeSleepers()
      throttle.trigger()
    },
    async cancel(jobId) {
      if (requireJob(jobId).endedAt !== null) return
      store.setCancelled(jobId)
      store.endPausesBeforeRetries(jobId)
      cancelled.add(jobId)
      abortItems((item) => item.jobId === jobId)
      // The job waits no more. Other jobs of its accounts find out by themselves whether they must wait.
      for (const { accountId } of store.openItems(jobId)) backoff.end(accountId)
      startJob(jobId)
      wakeSleepers()
      await store.cancelItemsNotBegun(jobId, clock.now())
      store.endIfDone(jobId, clock.now())
      jobList.invalidateCacheOfJobsContinuedBy(jobId)
      throttle.trigger()
    },
    openItemsOf: store.openItemOf,
    remainingCallsByAccount: jobList.remainingCallsByAccount,
    findUnfinishedJobThatStartedOn: store.findUnfinishedJobThatStartedOn,
    markUnknownItemAsDone(jobId, { domain, change }) {
      const job = store.job(jobId)
      const kind = job && kinds[job.kind]
      for (const row of store.unknownItems(jobId, domain)) {
        const item = kind && parseItemInputAndProgress(kind, row)
        const progress = (item && kind.markUnknownAsDone?.(item, change)) ?? null
        if (progress === null) continue
        const endedAt = row.endedAt ?? clock.now()
        store.saveProgress(row, progress, row.callsDone, () => store.end(row, 'done', null, endedAt, row.callsDone))
        jobList.invalidateEndedJobCache(row)
        throttle.trigger()
        return true
      }
      return false
    },
    start() {
      store.deleteOld(clock.now() - endedJobsKeptMs).catch((error: unknown) => {
        // The next start deletes them.
        if (!isAppError(error) && !closing.signal.aborted) console.error('jobs:', error)
      })
      for (const job of store.openJobs()) {
        if (job.isCancelled) cancelled.add(job.id)
        try {
          returnItemsOfEarlierRun(job)
        } catch (error) {
          // A failing database is reported by every command that needs it.
          if (!isAppError(error)) throw error
        }
        startJob(job.id)
      }
    },
    wake() {
      abortItems(
        ({ jobId, accountId, isReading }) => !cancelled.has(jobId) && deps.findObstacle(accountId, isReading) !== null,
      )
      wakeSleepers()
      // The shown state of a job depends on the settings and accounts, even if no item runs.
      throttle.trigger()
    },
    noteKeysChanged() {
      if (runs.size > 0) throttle.trigger()
    },
    noteQuotaUsage(usages) {
      if (runs.size > 0 && describeWaits(usages, deps.api) !== emittedWaits) throttle.trigger()
    },
    async close() {
      closing.abort()
      for (const jobId of runs.keys()) stopJob(jobId)
      wakeSleepers()
      await Promise.all([...runs.values()].map(({ ended }) => ended))
    },
  }
}

/**
 * The end of a wait for a limit moves with each call. So only the end of a wait that the service requested is named.
 */
function describeWaits(
  usages: readonly QuotaUsage[],
  { findBlockThatHoldsCallsOf }: Pick<ApiClient, 'findBlockThatHoldsCallsOf'>,
): string {
  return usages
    .flatMap(({ accountId, limitClass, nextFreeAt, nextFreeAfter, heldUntil, inFlight }) => {
      const isHeldByBlock = findBlockThatHoldsCallsOf(accountId) !== null
      if (nextFreeAt === null && heldUntil === null && !isHeldByBlock) return []
      const until = nextFreeAfter === 'retry_after' && nextFreeAt !== null ? Math.round(nextFreeAt / secondMs) : ''
      return [
        `${limitClass} ${accountId} ${isHeldByBlock} ${heldUntil !== null} ${inFlight === 0} ${nextFreeAfter} ${until}`,
      ]
    })
    .join()
}
