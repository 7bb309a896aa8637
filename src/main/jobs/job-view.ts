import { toWireError, type AppError } from '#shared/app-error.ts'
import type { Job, JobItem } from '#shared/ipc/jobs.ts'
import type { JobItemRow, JobRow, ItemCounts, OpenItems } from './job-store.ts'
import type { JobKind, StoredJobItem } from './job-kind.ts'

export interface JobViewSources {
  counts: ItemCounts
  /** Open items by account. */
  open: readonly OpenItems[]
  /** Why the items of an account wait; null while they run. */
  holdError: (accountId: string) => AppError | null
  /** The present account after a merge. */
  currentId: (accountId: string) => string
  /** Calls that a job may make for the account in a minute. */
  callsPerMinute: (accountId: string) => number
}

export function toJob(row: JobRow, { counts, open, holdError, currentId, callsPerMinute }: JobViewSources): Job {
  const { isPaused, ...job } = row
  const free = open.filter(({ accountId }) => holdError(accountId) === null)
  const state = row.endedAt !== null ? 'ended' : isPaused ? 'paused' : free.length > 0 ? 'running' : 'waiting'
  return {
    ...job,
    state,
    counts: counts.byState,
    callsDone: counts.callsDone,
    callsTotal: counts.callsTotal,
    minutesLeft:
      state === 'running' ? Math.max(...free.map(({ accountId, calls }) => calls / callsPerMinute(accountId))) : null,
    blockedAccounts: open.flatMap(({ accountId, items }) => {
      const error = holdError(accountId)
      return error ? [{ accountId: currentId(accountId), openItems: items, error: toWireError(error) }] : []
    }),
  }
}

/** The item with its parsed input and progress. Null when the kind cannot read them. */
export function parseItem(kind: JobKind, row: JobItemRow): StoredJobItem | null {
  const input = kind.input.safeParse(row.input)
  const progress = kind.progress.nullable().safeParse(row.progress)
  if (!input.success || !progress.success) return null
  const { jobId, position, accountId, domain } = row
  return { jobId, position, accountId, domain, input: input.data, progress: progress.data }
}

export function toJobItem(
  kind: JobKind,
  row: JobItemRow,
  { holdError, currentId }: Pick<JobViewSources, 'holdError' | 'currentId'>,
): JobItem {
  const item = parseItem(kind, row)
  const waits = row.state === 'waiting' || row.state === 'checking' ? holdError(row.accountId) : null
  return {
    position: row.position,
    accountId: currentId(row.accountId),
    domain: row.domain,
    state: row.state,
    ...(item ? kind.view(item) : { changes: [], snapshotId: null }),
    error: row.error ?? (waits && toWireError(waits)),
    endedAt: row.endedAt,
  }
}
