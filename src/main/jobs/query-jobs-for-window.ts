import type { RateLimitClass } from '#shared/api/service-limits.ts'
import { maxEndedJobsListed, type Job, type JobKindName } from '#shared/ipc/jobs.ts'
import { queryMergedAccountIds } from '#main/store/merged-account-store.ts'
import { getJobCallRate } from '#main/api/estimate-job-duration.ts'
import { getDailyCallBudget } from '#main/inventory/sync/daily-call-budget.ts'
import type { Clock } from '#main/clock.ts'
import type { Database } from '#main/store/database.ts'
import type { AccountJobBackoff } from './account-job-backoff.ts'
import {
  sumItemCountsOfKnownAndRemovedAccounts,
  queryItemCountsOfEndedJobByAccount,
  type EndedJobItemCountsOfAccount,
} from './query-item-counts-of-ended-job.ts'
import { findWhyJobItemsOfAccountWait, type AccountJobWaitDeps } from './find-why-job-items-of-account-wait.ts'
import type { OpenJobItemCounts } from './job-item-store.ts'
import type { JobItemRef, JobKindImplementation } from './job-kind-interface.ts'
import type { StoredJob } from './parse-job-rows.ts'
import type { JobStore } from './job-store.ts'
import { buildJobForWindow, limitToDoneItems } from './build-job-and-item-for-window.ts'
import { queryIdsOfJobsContinuedByItem, queryIdsOfJobsContinuedByJob } from './query-items-continued-in-later-jobs.ts'

interface OpenJob {
  row: StoredJob
  limitClass: RateLimitClass
  items: OpenJobItemCounts[]
}

interface JobAccounts {
  /** The ID of the account that this account was merged into; else the given ID. */
  currentId: (accountId: string) => string
  isKnown: (accountId: string) => boolean
}

export interface ShownJobListDeps {
  database: Database
  clock: Clock
  api: AccountJobWaitDeps['api']
  kinds: Readonly<Partial<Record<JobKindName, JobKindImplementation>>>
  store: JobStore
  backoff: AccountJobBackoff
  running: AccountJobWaitDeps['running']
  findObstacle: AccountJobWaitDeps['findObstacle']
  findReadingJobLimitError: AccountJobWaitDeps['findReadingJobLimitError']
  /** The fraction of the daily limit that reading jobs may use, 0 to 1. */
  readingFraction: () => number
}

/** Lists the jobs in the form that the window shows. The fields of an ended job that cannot change are queried once. */
export function createJobQueriesForWindow(deps: ShownJobListDeps) {
  const { database, clock, api, kinds, store } = deps
  const endedJobs = new Map<string, { job: Job; items: EndedJobItemCountsOfAccount[] }>()

  /** The open jobs are read once for all jobs, because each job is shown with the calls of the other jobs. */
  function readOpenJobs(): OpenJob[] {
    return store.openJobs().map((row) => ({ row, limitClass: limitClassOf(row.kind), items: store.openItems(row.id) }))
  }

  function countCallsLeftToday(accountId: string, limitClass: RateLimitClass, isReadingJob: boolean): number {
    const { allowed, used } = getDailyCallBudget(api, accountId, limitClass, isReadingJob ? deps.readingFraction() : 1)
    return allowed - used
  }

  function limitClassOf(kind: JobKindName): RateLimitClass {
    return kinds[kind]?.limitClass ?? 'domain'
  }

  /** The accounts are read once for all jobs, because the list is emitted several times a second while a job runs. */
  function readAccounts(): JobAccounts {
    const { currentId } = queryMergedAccountIds(database)
    const ids = new Set(database.all<{ id: string }>('select id from account').map(({ id }) => id))
    return { currentId, isKnown: (accountId) => ids.has(currentId(accountId)) }
  }

  function view(row: StoredJob, openJobs: readonly OpenJob[], { currentId, isKnown }: JobAccounts): Job {
    const isEnded = row.endedAt !== null
    const known = endedJobs.get(row.id)
    const items = known?.items ?? (isEnded ? queryItemCountsOfEndedJobByAccount(database, row.id) : [])
    // These values are not cached with the job, because the removal of an account changes them.
    const isInputLost = items.some(({ withoutInput }) => withoutInput > 0)
    const mayUndo = isEnded && !isInputLost && kinds[row.kind]?.mayUndo(row.id) === true
    const endedItems = {
      ...sumItemCountsOfKnownAndRemovedAccounts(items, isKnown),
      locksThatCannotBeUndone: (isEnded && kinds[row.kind]?.countLocksThatCannotBeUndone?.(row.id)) || 0,
      partlyUnknown: (isEnded && kinds[row.kind]?.countPartlyUnknown?.(row.id)) || 0,
      partlyFailed: (isEnded && kinds[row.kind]?.countPartlyFailed?.(row.id)) || 0,
    }
    if (known) return { ...known.job, mayUndo, ...endedItems, ...limitToDoneItems(endedItems, known.job.counts.done) }
    const limitClass = limitClassOf(row.kind)
    const isReadingJob = kinds[row.kind]?.isReading === true
    const isReading = row.isCancelled || isReadingJob
    const job = buildJobForWindow(row, {
      counts: store.counts(row.id),
      open: openJobs.find((open) => open.row.id === row.id)?.items ?? [],
      findWait: (accountId) =>
        findWhyJobItemsOfAccountWait(deps, accountId, { jobId: row.id, limitClass, isReading, isReadingJob }),
      isReading: isReadingJob,
      mayUndo,
      endedItems,
      currentId,
      callRate: (accountId) => getJobCallRate(api, accountId, limitClass),
      otherCalls: (accountId) =>
        itemsOfJobsThatSend(
          openJobs.filter((open) => open.row.id !== row.id),
          limitClass,
        ).flatMap((items) => (items.accountId === accountId ? [items.calls] : [])),
      callsLeftToday: (accountId) => countCallsLeftToday(accountId, limitClass, isReadingJob),
      now: clock.now(),
    })
    if (job.state === 'ended') endedJobs.set(row.id, { job, items })
    return job
  }

  return {
    /**
     * Call it when the end state of an item was set or changed. Earlier jobs whose items it continues are counted
     * again, too.
     */
    invalidateEndedJobCache(item: JobItemRef): void {
      endedJobs.delete(item.jobId)
      for (const id of queryIdsOfJobsContinuedByItem(database, item)) endedJobs.delete(id)
    },
    /** Call it when a job was created, or when items of it were cancelled. Earlier jobs are then counted again. */
    invalidateCacheOfJobsContinuedBy(jobId: string): void {
      for (const id of queryIdsOfJobsContinuedByJob(database, jobId)) endedJobs.delete(id)
    },
    view: (row: StoredJob) => view(row, readOpenJobs(), readAccounts()),
    /** Every open job, and the newest ended jobs; newest first. */
    all(): Job[] {
      const openJobs = readOpenJobs()
      const rows = [...openJobs.map(({ row }) => row), ...store.endedJobs(maxEndedJobsListed)]
      const accounts = readAccounts()
      return rows.map((row) => view(row, openJobs, accounts)).sort((one, other) => other.createdAt - one.createdAt)
    },
    /** See `JobRunner`. */
    remainingCallsByAccount(limitClass: RateLimitClass): Map<string, number[]> {
      const byAccount = Map.groupBy(itemsOfJobsThatSend(readOpenJobs(), limitClass), ({ accountId }) => accountId)
      return new Map([...byAccount].map(([accountId, open]) => [accountId, open.map(({ calls }) => calls)]))
    },
  }
}

/**
 * Jobs whose calls another limit counts do not delay each other. A cancelled job makes none of its remaining calls
 * except a few readings.
 */
function itemsOfJobsThatSend(openJobs: readonly OpenJob[], counted: RateLimitClass): OpenJobItemCounts[] {
  return openJobs.flatMap(({ row, limitClass, items }) =>
    row.isPaused || row.isCancelled || limitClass !== counted ? [] : items,
  )
}
