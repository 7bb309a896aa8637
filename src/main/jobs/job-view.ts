import { isDeepStrictEqual } from 'node:util'
import { minuteMs } from '#shared/durations.ts'
import { toWireError, type AppError } from '#shared/app-error.ts'
import type { Job, JobItem } from '#shared/ipc/jobs.ts'
import { countCallsUntilDone, estimateJobMinutes, type JobCallRate } from '#main/api/job-call-rate.ts'
import type { ItemCounts, OpenItems } from './job-item-store.ts'
import type { JobItemRow, JobRow } from './job-rows.ts'
import type { JobKind, StoredJobItem } from './job-kind.ts'

export interface JobViewSources {
  counts: ItemCounts
  /** Open items by account. */
  open: readonly OpenItems[]
  /** Why the items of an account wait; null while they run. */
  holdError: (accountId: string) => AppError | null
  /** Of an ended job. */
  mayUndo: boolean
  /** Of an ended job. */
  endedItems: Pick<Job, 'unfinished' | 'ofRemovedAccounts'>
  /** The present account after a merge. */
  currentId: (accountId: string) => string
  callRate: (accountId: string) => JobCallRate
  /** The remaining calls of each other job that runs in the account. */
  otherCalls: (accountId: string) => readonly number[]
  now: number
}

export function toJob(
  row: JobRow,
  { counts, open, holdError, mayUndo, endedItems, currentId, callRate, otherCalls, now }: JobViewSources,
): Job {
  const { isPaused, ...job } = row
  const free = open.filter(({ accountId }) => holdError(accountId) === null)
  // An account that is held is tried again from time to time.
  const isRunning = free.length > 0 || counts.byState.running > 0
  const state = row.endedAt !== null ? 'ended' : isPaused ? 'paused' : isRunning ? 'running' : 'waiting'
  return {
    ...job,
    state,
    counts: counts.byState,
    callsDone: counts.callsDone,
    callsTotal: counts.callsTotal,
    mayUndo,
    ...endedItems,
    expectedEndAt:
      state === 'running' && free.length > 0
        ? Math.max(...free.map((own) => estimateEnd(own, otherCalls(own.accountId), callRate(own.accountId), now)))
        : null,
    blockedAccounts: isPaused
      ? []
      : open.flatMap(({ accountId, items, running }) => {
          const error = holdError(accountId)
          const openItems = items - running
          return error && openItems > 0
            ? [{ accountId: currentId(accountId), openItems, error: toWireError(error) }]
            : []
        }),
  }
}

function estimateEnd(
  { calls, runAgainAt }: OpenItems,
  otherCalls: readonly number[],
  rate: JobCallRate,
  now: number,
): number {
  const minutes = estimateJobMinutes(countCallsUntilDone(calls, otherCalls), rate, now)
  return Math.max(runAgainAt ?? 0, Math.round(now + minutes * minuteMs))
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
  {
    holdError,
    currentId,
    accountLabel,
    isPaused,
  }: Pick<JobViewSources, 'holdError' | 'currentId'> & {
    accountLabel: (accountId: string) => string | null
    isPaused: boolean
  },
): JobItem {
  const accountId = currentId(row.accountId)
  const item = parseItem(kind, row)
  const { changes, unconfirmed, snapshotId } = item
    ? kind.view(item)
    : { changes: [], unconfirmed: null, snapshotId: null }
  const waits = row.state === 'waiting' || row.state === 'checking' ? holdError(row.accountId) : null
  const isOpen = row.endedAt === null
  const ownError = isOpen && isDeepStrictEqual(row.error, unconfirmed?.error) ? null : row.error
  return {
    position: row.position,
    accountId,
    accountLabel: accountLabel(accountId),
    domain: row.domain,
    state: row.state,
    changes: isOpen ? changes : changes.map(withoutWaiting),
    unconfirmed,
    snapshotId,
    // The items of a paused job wait for the user.
    error: isOpen && isPaused ? null : (ownError ?? (waits && toWireError(waits))),
    runAgainAt: isOpen ? row.runAgainAt : null,
    endedAt: row.endedAt,
  }
}

/** A change of an ended item is not sent any more, also when the item ended by an error of the job. */
function withoutWaiting(change: JobItem['changes'][number]): JobItem['changes'][number] {
  return change.result === 'waiting' ? { ...change, result: 'not_done' } : change
}
