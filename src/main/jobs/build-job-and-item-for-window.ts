import { isDeepStrictEqual } from 'node:util'
import { serviceErrors } from '#shared/api/service-errors.ts'
import { minuteMs } from '#shared/durations.ts'
import { toWireError } from '#shared/app-error.ts'
import type { Job, JobItem } from '#shared/ipc/jobs.ts'
import type { NewSiteJobProgress } from '#shared/ipc/new-site.ts'
import { countCallsUntilJobEnds, estimateJobMinutes, type JobCallRate } from '#main/api/estimate-job-duration.ts'
import type { AccountJobWait } from './find-why-job-items-of-account-wait.ts'
import { createWaitsForSameDomainError } from './create-waits-for-same-domain-error.ts'
import type { JobItemCounts, OpenJobItemCounts } from './job-item-store.ts'
import type { JobItemWithUnparsedInput, StoredJob } from './parse-job-rows.ts'
import type { JobKindImplementation, JobItemWithParsedInput } from './job-kind-interface.ts'

export interface JobViewInputs {
  counts: JobItemCounts
  /** Open items by account. */
  open: readonly OpenJobItemCounts[]
  /** Why the items of an account wait; null while they run. */
  findWait: (accountId: string) => AccountJobWait | null
  /** Whether the job can be undone; false for an open job. */
  mayUndo: boolean
  /** Whether jobs of this kind only read. */
  isReading: boolean
  /** Counts of an ended job. */
  endedItems: Pick<
    Job,
    | 'unfinished'
    | 'unfinishedInOpenJobs'
    | 'finishedLater'
    | 'ofRemovedAccounts'
    | 'locksThatCannotBeUndone'
    | 'partlyUnknown'
    | 'partlyFailed'
  >
  /** The ID of the account that this account was merged into; else the given ID. */
  currentId: (accountId: string) => string
  callRate: (accountId: string) => JobCallRate
  /** The remaining calls of each other job that runs in the account. */
  otherCalls: (accountId: string) => readonly number[]
  /** How many calls of the job the daily limit of the account still allows. */
  callsLeftToday: (accountId: string) => number
  now: number
}

export function buildJobForWindow(
  row: StoredJob,
  {
    counts,
    open,
    findWait,
    isReading,
    mayUndo,
    endedItems,
    currentId,
    callRate,
    otherCalls,
    callsLeftToday,
    now,
  }: JobViewInputs,
): Job {
  const { isPaused, ...job } = row
  const accounts = open.map((own) => ({ ...own, wait: findWait(own.accountId) ?? findOwnWait(own) }))
  const free = accounts.filter(({ wait }) => wait === null)
  const waitingRunning = accounts.reduce((sum, { wait, running }) => sum + (wait?.stopsBegunItems ? running : 0), 0)
  const byState = {
    ...counts.byState,
    running: counts.byState.running - waitingRunning,
    waiting: counts.byState.waiting + waitingRunning,
  }
  // An account that is held is tried again from time to time.
  const isRunning = free.length > 0 || byState.running > 0
  const state = row.endedAt !== null ? 'ended' : isPaused ? 'paused' : isRunning ? 'running' : 'waiting'
  return {
    ...job,
    isReading,
    state,
    counts: byState,
    callsDone: counts.callsDone,
    callsTotal: counts.callsTotal,
    mayUndo,
    ...endedItems,
    ...limitToDoneItems(endedItems, byState.done),
    expectedEndAt:
      state === 'running' && free.length > 0 && !job.isCancelled
        ? estimateEndOfAll(
            accounts.map(({ wait, ...own }) => {
              const workFrom = wait ? getWaitEnd(wait) : now
              const calls = countCallsUntilJobEnds(own.calls, otherCalls(own.accountId))
              // It is not known when the daily limit allows the other calls.
              return workFrom === null || calls > callsLeftToday(own.accountId)
                ? null
                : estimateEnd(own, calls, callRate(own.accountId), Math.max(now, workFrom))
            }),
          )
        : null,
    waitingAccounts: isPaused
      ? []
      : accounts.flatMap(({ items, running, checking, wait }) => {
          // A cancelled job sends nothing more for the other items.
          const openItems = job.isCancelled ? checking : wait?.stopsBegunItems ? items : items - running
          return wait && openItems > 0
            ? [
                {
                  accountId: currentId(wait.accountId),
                  openItems,
                  checkingItems: checking,
                  error: toWireError(wait.error),
                },
              ]
            : []
        }),
  }
}

/** An item that did not end as done has its own state. `done`: the number of items that ended as done. */
export function limitToDoneItems(
  { partlyUnknown, partlyFailed }: Pick<Job, 'partlyUnknown' | 'partlyFailed'>,
  done: number,
): Pick<Job, 'partlyUnknown' | 'partlyFailed'> {
  const unknown = Math.min(partlyUnknown, done)
  return { partlyUnknown: unknown, partlyFailed: Math.min(partlyFailed, done - unknown) }
}

/** All open items of the account wait for other jobs, which may be paused or wait themselves. */
function findOwnWait({ accountId, items, waitingForOtherItem }: OpenJobItemCounts): AccountJobWait | null {
  return waitingForOtherItem === items
    ? { accountId, error: createWaitsForSameDomainError(), stopsBegunItems: false }
    : null
}

/** Null if the end of one account is not known. */
function estimateEndOfAll(ends: readonly (number | null)[]): number | null {
  return ends.reduce((latest, end) => (latest === null || end === null ? null : Math.max(latest, end)))
}

/** When the account can make calls again; null if that is not known. */
function getWaitEnd({ error }: AccountJobWait): number | null {
  const { until } = error.details
  return typeof until === 'number' ? until : null
}

/**
 * Estimates when the items of one account will have ended. `calls`: those that the account makes until then. An item
 * that waits after a lost answer makes its remaining calls after the wait. The calls of other items are made during the
 * wait.
 */
function estimateEnd(
  { runAgainAt, callsAfterWait }: OpenJobItemCounts,
  calls: number,
  rate: JobCallRate,
  now: number,
): number {
  const minutes = estimateJobMinutes(calls, rate, now)
  const minutesAfterWait = runAgainAt === null || runAgainAt <= now ? 0 : callsAfterWait / rate.perMinute
  return Math.round(Math.max((runAgainAt ?? 0) + minutesAfterWait * minuteMs, now + minutes * minuteMs))
}

/** Returns the item with its parsed input and progress. Null when the kind cannot read them. */
export function parseItemInputAndProgress(
  kind: JobKindImplementation,
  row: JobItemWithUnparsedInput,
): JobItemWithParsedInput | null {
  const input = kind.input.safeParse(row.input)
  const progress = kind.progress.nullable().safeParse(row.progress)
  if (!input.success || !progress.success) return null
  const { jobId, position, accountId, domain } = row
  return { jobId, position, accountId, domain, input: input.data, progress: progress.data }
}

/** Returns whether a change of the item was sent whose effect is not known so far. */
export function hasUnconfirmedChange(
  kind: JobKindImplementation,
  item: Pick<JobItemWithParsedInput, 'domain' | 'input' | 'progress'>,
): boolean {
  return kind.toShownFields({ ...item, isEnded: false }).unconfirmed !== null
}

export function buildJobItemForWindow(
  kind: JobKindImplementation,
  row: JobItemWithUnparsedInput,
  {
    findWait,
    currentId,
    accountLabel,
    isPaused,
    isCancelled,
    plannedAgain,
  }: Pick<JobViewInputs, 'findWait' | 'currentId'> & {
    /** `accountId`: as stored with the item, perhaps of an account that was merged since. */
    accountLabel: (accountId: string) => string | null
    isPaused: boolean
    isCancelled: boolean
    plannedAgain: JobItem['plannedAgain']
  },
): JobItem {
  const accountId = currentId(row.accountId)
  const item = parseItemInputAndProgress(kind, row)
  const isOpen = row.endedAt === null
  const { changes, unconfirmed, snapshotId, newSite, ...ofKind } = item
    ? kind.toShownFields({ ...item, isEnded: !isOpen })
    : { changes: [], unconfirmed: null, snapshotId: null, newSite: undefined }
  const wait = isOpen ? findWait(row.accountId) : null
  /** The item was begun, and its next call waits. */
  const isStopped = row.state === 'running' && wait?.stopsBegunItems === true
  const state = isStopped ? 'waiting' : row.state
  /** A cancelled job sends nothing more for the item. */
  const isEnding = isCancelled && state === 'waiting'
  const waits = (row.state !== 'running' || isStopped) && !isEnding ? wait : null
  const ownError = isOpen && isDeepStrictEqual(row.error, unconfirmed?.error) ? null : row.error
  // The wait of the account states the time of the next call, or why none is sent. The answer to one call may not. The
  // job that the item waited for may have ended since the account began to wait.
  const isExplainedByWait =
    waits !== null && (ownError?.status === serviceErrors.RATE_LIMIT_EXCEEDED.status || ownError?.kind === 'open_job')
  const ofCurrentAccount = newSite && {
    ...newSite,
    server: { ...newSite.server, accountId: currentId(newSite.server.accountId) },
  }
  const site =
    ofCurrentAccount && state !== 'running' ? stopSteps(ofCurrentAccount, unconfirmed === null) : ofCurrentAccount
  const mayStillSend = isOpen && !isCancelled
  return {
    position: row.position,
    accountId,
    accountLabel: accountLabel(row.accountId),
    domain: row.domain,
    state,
    changes: mayStillSend ? changes : changes.map(withoutWaiting),
    unconfirmed,
    snapshotId,
    ...(item === null && { isWorkLost: true }),
    ...ofKind,
    ...(site && { newSite: mayStillSend ? site : withoutWaitingSteps(site) }),
    ...(newSite && { serverAccountLabel: accountLabel(newSite.server.accountId) }),
    // The items of a paused job wait for the user.
    error:
      isEnding || (isOpen && isPaused)
        ? null
        : isExplainedByWait
          ? toWireError(waits.error)
          : (ownError ?? (waits && toWireError(waits.error))),
    runAgainAt: isOpen ? row.runAgainAt : null,
    endedAt: row.endedAt,
    plannedAgain,
  }
}

/**
 * Returns the site of an item that does not run. Its running step is shown as waiting, or as checking if a change with
 * unknown outcome was sent.
 */
function stopSteps(site: NewSiteJobProgress, isUnsent: boolean): NewSiteJobProgress {
  const stopped = isUnsent ? 'waiting' : 'checking'
  return { ...site, steps: site.steps.map((step) => (step.state === 'running' ? { ...step, state: stopped } : step)) }
}

/** The steps of an item of a cancelled job. A step that was not begun is not made any more. */
function withoutWaitingSteps(site: NewSiteJobProgress): NewSiteJobProgress {
  return {
    ...site,
    steps: site.steps.map((step) => (step.state === 'waiting' ? { ...step, state: 'not_done' } : step)),
  }
}

/**
 * A change of an ended item is not sent any more, also when the item ended by an error of the job. The same goes for an
 * item of a cancelled job, whose outcome is still checked.
 */
function withoutWaiting(change: JobItem['changes'][number]): JobItem['changes'][number] {
  return change.result === 'waiting' ? { ...change, result: 'not_done' } : change
}
