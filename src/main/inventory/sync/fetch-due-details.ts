import { rateLimits, type RateLimitClass } from '#shared/api/service-limits.ts'
import { isAppError, type AppError } from '#shared/app-error.ts'
import type { DetailRef } from '#shared/domain-and-server-detail-kinds.ts'
import { isErrorCausedBy, hasErrorConsequence } from '#shared/error-kinds.ts'
import type { ApiClient } from '#main/api/api-client-interface.ts'
import { forEachChunk } from '#main/event-loop/chunked-work.ts'
import type { Clock } from '#main/clock.ts'
import type { DueDetail } from '#main/inventory/details/query-due-details.ts'
import { doesCodeMeanDetailIsAbsent } from '#main/inventory/details/detail-read-refusal-rules.ts'
import type { InventoryStore } from '#main/inventory/inventory-store.ts'
import { countAffordableDetailReads, countDueDetailsByUrgency } from './count-affordable-detail-reads.ts'
import { getDailyCallBudget, getDailyQuotaUsage } from './daily-call-budget.ts'
import { createDetailReadQueue, type DetailReadQueue } from './detail-read-queue.ts'
import type { RemainingSyncCalls } from './estimate-sync-end.ts'
import { fetchAndStoreDetail } from './fetch-and-store-detail.ts'
import { createDetailReadableByUsableKeyCheck } from './detail-readable-by-usable-key-check.ts'
import type { VisibleResourceTracker } from './visible-resource-tracker.ts'

export interface FetchDueDetailsDeps {
  api: Pick<ApiClient, 'call' | 'usableKeys' | 'quotaUsage'>
  inventory: InventoryStore
  clock: Clock
  /** Share of the daily quota that details may use, 0 to 1. */
  backgroundShare: () => number
  /** When the last complete sync of the account began; null: none did, or it is not known. */
  lastSyncStartedAt: number | null
  /** `noKeyMayRead` of the run when it was interrupted. Default: 0, for a new run. */
  noKeyMayReadBefore?: number
  /** What the window shows. */
  visible: Pick<VisibleResourceTracker, 'isVisible' | 'version'>
}

export interface DetailFetchProgress {
  /** Details that were read, or that the service says do not exist. */
  read: number
  /** Details that could not be read since the run began, including the time before an interruption. */
  failed: number
  /** The newest error; null when none failed since the run was started or resumed. */
  error: AppError | null
  /** Includes the failed details and those without a key. */
  total: number
  /** Planned details that no key may read any more, because the keys changed during the run. */
  noKeyMayRead: number
  /** Details left for a later sync, because the daily limit does not suffice. */
  postponed: number
  remaining: RemainingSyncCalls[]
  neededFractionOfDailyLimit: number
}

/** An account may have 250,000 due details. */
const groupedAtOnce = 20_000
/** This many network failures in a row end a run. The next sync continues with the remaining details. */
const maxNetworkFailuresInARow = 5

interface RunningQueue {
  queue: DetailReadQueue
  /** Number of finished details, failed or not. */
  done: number
  /** Moving average of the time from the sending of a call until its result is stored; null before the first one. */
  callMs: number | null
}

/** Smoothing factor of the moving average of the call duration. */
const callDurationSmoothing = 1 / 8

/**
 * Fetches the due details of an account, a few at once, within the background share of the daily quota of each limit
 * class. Throws errors that would stop every other call too. An error of one detail is stored with that detail.
 */
export async function fetchDueDetails(
  deps: FetchDueDetailsDeps,
  accountId: string,
  startedAt: number,
  signal: AbortSignal,
  onProgress: (progress: DetailFetchProgress) => void,
): Promise<void> {
  const { api, inventory, clock, visible } = deps
  let failedBefore = 0
  let visibleVersion = visible.version()
  let unreadable = 0
  const mayKeysRead = createDetailReadableByUsableKeyCheck(api, accountId)
  const due = await inventory.queryDueDetails(accountId, {
    now: clock.now(),
    syncStartedAt: startedAt,
    mayRead(detail) {
      const may = mayKeysRead(detail)
      if (!may) unreadable += 1
      return may
    },
    isOnScreen: (detail) => visible.isVisible(accountId, detail),
    onFailed: () => (failedBefore += 1),
  })
  const budgetOf = (limitClass: RateLimitClass) =>
    getDailyCallBudget(api, accountId, limitClass, deps.backgroundShare())
  const countReadsLeft = (limitClass: RateLimitClass): number => {
    const { allowed, used } = budgetOf(limitClass)
    return Math.max(0, allowed - used)
  }
  const dueOf: Record<DetailRef['resourceKind'], DueDetail[]> = { domain: [], server: [] }
  await forEachChunk(due, groupedAtOnce, (chunk) => {
    for (const detail of chunk) dueOf[detail.resourceKind].push(detail)
  })
  const createQueue = async (limitClass: RateLimitClass, ofClass: readonly DueDetail[]): Promise<RunningQueue> => {
    const counts = await countDueDetailsByUrgency(ofClass)
    const sinceLastSyncMs = startedAt - (deps.lastSyncStartedAt ?? -Infinity)
    const plannedReads = countAffordableDetailReads(counts, budgetOf(limitClass), sinceLastSyncMs)
    return { queue: createDetailReadQueue(limitClass, ofClass, plannedReads), done: 0, callMs: null }
  }
  const queues = [await createQueue('domain', dueOf.domain), await createQueue('server', dueOf.server)]
  let read = 0
  let failed = 0
  // A key may have got the permission since the interruption.
  let noKeyMayRead = Math.min(deps.noKeyMayReadBefore ?? 0, unreadable)
  /** Details that were begun before their key lost the permission or was refused. They were not read. */
  let begunButNoKeyMayRead = 0
  /** Details that were begun when an error ended the run. */
  const interrupted: DetailRef[] = []
  let knownKeys = describeUsableKeys()
  let newestError: AppError | null = null
  let networkFailuresInARow = 0

  function reportProgress(): void {
    onProgress({
      read,
      failed: failedBefore + failed,
      error: newestError,
      total: queues.reduce((sum, { queue }) => sum + queue.planned, failedBefore) + noKeyMayRead,
      noKeyMayRead: noKeyMayRead + begunButNoKeyMayRead,
      postponed: queues.reduce((sum, { queue }) => sum + queue.due - queue.planned, 0),
      remaining: queues.map(({ queue, done, callMs }) => ({
        limitClass: queue.limitClass,
        calls: queue.planned - done,
        callMs,
      })),
      neededFractionOfDailyLimit: Math.max(
        ...queues.map(
          ({ queue, done }) => (queue.planned - done) / getDailyQuotaUsage(api, accountId, queue.limitClass).perDay,
        ),
      ),
    })
  }

  async function fetchOne(detail: DetailRef, remainingCalls: number, onSending: () => void): Promise<void> {
    try {
      await fetchAndStoreDetail(deps, accountId, detail, {
        priority: 'background',
        batch: { id: 'sync', remainingCalls },
        signal,
        onSending,
      })
      read += 1
      networkFailuresInARow = 0
    } catch (error) {
      if (!isAppError(error) || hasErrorConsequence(error, 'ends_run')) throw error
      if (isAppError(error, 'no_key') && api.usableKeys(accountId, 'account.me', {}).keys.length === 0) throw error
      if (error.kind === 'no_key') {
        begunButNoKeyMayRead += 1
        return
      }
      if (doesCodeMeanDetailIsAbsent(detail, error.code ?? null)) read += 1
      else {
        failed += 1
        newestError = error
      }
      inventory.saveDetailError(accountId, detail.resourceKind, detail.name, detail.detailKind, error, clock.now())
      networkFailuresInARow = isErrorCausedBy(error, 'network') ? networkFailuresInARow + 1 : 0
      if (networkFailuresInARow >= maxNetworkFailuresInARow) throw error
    }
  }

  /** Changes with the keys, and with every check of their permissions. */
  function describeUsableKeys(): string {
    const { keys } = api.usableKeys(accountId, 'account.me', {})
    return keys.map(({ id, checkedAt }) => `${id} ${checkedAt}`).join()
  }

  /** The permissions of the keys are checked while the sync runs. */
  function removeUnreadableAfterKeyChange(): void {
    const keys = describeUsableKeys()
    if (keys === knownKeys) return
    knownKeys = keys
    const mayRead = createDetailReadableByUsableKeyCheck(api, accountId)
    for (const { queue } of queues) noKeyMayRead += queue.removeUnreadable(mayRead)
  }

  /** What the window shows changes while the sync runs. */
  function preferVisible(): void {
    if (visible.version() === visibleVersion) return
    visibleVersion = visible.version()
    for (const { queue } of queues) void queue.preferVisible((detail) => visible.isVisible(accountId, detail))
  }

  async function runWorker(running: RunningQueue, ended: { isOver: boolean }): Promise<void> {
    const { queue } = running
    while (!ended.isOver) {
      queue.planAtMost(countReadsLeft(queue.limitClass))
      removeUnreadableAfterKeyChange()
      preferVisible()
      const detail = queue.take()
      if (detail === null) return
      let sentAt: number | null = null
      try {
        await fetchOne(detail, queue.notBegun(), () => (sentAt = clock.monotonic()))
        running.done += 1
        if (sentAt !== null) recordCallDuration(running, clock.monotonic() - sentAt)
        reportProgress()
      } catch (error) {
        ended.isOver = true
        interrupted.push(detail)
        throw error
      }
    }
  }

  /**
   * A refused key may have ended the run. The unread details that no other key may read are counted in `noKeyMayRead`.
   */
  function countInterruptedThatNoKeyMayRead(): void {
    removeUnreadableAfterKeyChange()
    const mayRead = createDetailReadableByUsableKeyCheck(api, accountId)
    begunButNoKeyMayRead += interrupted.filter((detail) => !mayRead(detail)).length
  }

  reportProgress()
  const ended = { isOver: false }
  const workers = queues.flatMap((running) =>
    Array.from({ length: rateLimits[running.queue.limitClass].concurrent }, () => runWorker(running, ended)),
  )
  const outcomes = await Promise.allSettled(workers)
  countInterruptedThatNoKeyMayRead()
  reportProgress()
  const stopped = outcomes.find((outcome) => outcome.status === 'rejected')
  if (stopped) throw stopped.reason
}

function recordCallDuration(running: RunningQueue, tookMs: number): void {
  const before = running.callMs ?? tookMs
  running.callMs = before + callDurationSmoothing * (tookMs - before)
}
