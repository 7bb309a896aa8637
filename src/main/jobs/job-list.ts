import { maxEndedJobsListed, type Job, type JobKindName } from '#shared/ipc/jobs.ts'
import { queryMergedAccountIds } from '#main/accounts/merged-accounts.ts'
import { getJobCallRate } from '#main/api/job-call-rate.ts'
import type { ApiClient } from '#main/api/types.ts'
import type { Clock } from '#main/clock.ts'
import type { Database } from '#main/store/database.ts'
import type { AccountHolds } from './account-holds.ts'
import type { JobKind } from './job-kind.ts'
import type { JobRow } from './job-rows.ts'
import type { JobStore } from './job-store.ts'
import { toJob } from './job-view.ts'
import { countItemsOfKnownAccounts, queryUnfinishedItems, type UnfinishedItems } from './query-unfinished-items.ts'

export interface JobListDeps {
  database: Database
  clock: Clock
  api: Pick<ApiClient, 'quotaUsage'>
  kinds: Readonly<Partial<Record<JobKindName, JobKind>>>
  store: JobStore
  holds: AccountHolds
}

/** The jobs as they are shown. What does not change of an ended job is read once. */
export function createJobList({ database, clock, api, kinds, store, holds }: JobListDeps) {
  const endedJobs = new Map<string, { job: Job; unfinishedItems: UnfinishedItems[] }>()

  function view(row: JobRow): Job {
    const isEnded = row.endedAt !== null
    const { currentId } = queryMergedAccountIds(database)
    const known = endedJobs.get(row.id)
    const unfinishedItems = known?.unfinishedItems ?? (isEnded ? queryUnfinishedItems(database, row.id) : [])
    // Not kept with the job: both change with the removal of an account.
    const mayUndo = isEnded && kinds[row.kind]?.mayUndo(row.id) === true
    const unfinished = countItemsOfKnownAccounts(database, unfinishedItems, currentId)
    if (known) return { ...known.job, mayUndo, unfinished }
    const job = toJob(row, {
      counts: store.counts(row.id),
      open: isEnded ? [] : store.openItems(row.id),
      holdError: holds.error,
      mayUndo,
      unfinished,
      currentId,
      callRate: (accountId) => getJobCallRate(api, accountId, kinds[row.kind]?.limitClass ?? 'domain'),
      now: clock.now(),
    })
    if (job.state === 'ended') endedJobs.set(row.id, { job, unfinishedItems })
    return job
  }

  return {
    view,
    /** Every open job, and the newest ended jobs; newest first. */
    all(): Job[] {
      const rows = [...store.openJobs(), ...store.endedJobs(maxEndedJobsListed)]
      return rows.map(view).sort((one, other) => other.createdAt - one.createdAt)
    },
  }
}
