import { grantForService } from '#shared/api/key-grants.ts'
import { rateLimits, type LimitClass } from '#shared/api/limits.ts'
import { isAppError, type AppError } from '#shared/app-error.ts'
import type { DetailRef } from '#shared/detail-kinds.ts'
import type { DueDetail } from '#main/inventory/details/query-due-details.ts'
import { isCausedBy, hasErrorConsequence } from '#shared/error-kinds.ts'
import type { Key } from '#shared/ipc/accounts.ts'
import type { ApiClient } from '#main/api/types.ts'
import { yieldToEventLoop } from '#main/event-loop/chunked-work.ts'
import type { Clock } from '#main/clock.ts'
import { isDetailAbsentCode } from '#main/inventory/details/detail-refusals.ts'
import type { InventoryStore } from '#main/inventory/inventory-store.ts'
import { countAffordableReads } from './count-affordable-reads.ts'
import type { RemainingCalls } from './estimate-sync-end.ts'
import { toEndpointCall, fetchDetail } from './fetch-detail.ts'

export interface FetchDueDetailsDeps {
  api: Pick<ApiClient, 'call' | 'usableKeys' | 'quotaUsage'>
  inventory: InventoryStore
  clock: Clock
  /** Share of the daily quota that details may use, 0 to 1. */
  backgroundShare: () => number
  /** When the last complete sync of the account began; null: none did, or it is not known. */
  lastSyncStartedAt: number | null
}

export interface DetailsProgress {
  /** Details that were read, or that the service says do not exist. */
  read: number
  /** Details that could not be read since the run began, including the time before an interruption. */
  failed: number
  /** The newest error; null when none failed since the run was started or resumed. */
  error: AppError | null
  /** Includes the failed details. */
  total: number
  /** Details left for a later sync, because the daily limit does not suffice. */
  postponed: number
  remaining: RemainingCalls[]
  neededShareOfDailyLimit: number
}

/** This many network failures in a row end a run. The next sync continues with the remaining details. */
const maxNetworkFailuresInARow = 5

interface DetailQueue {
  limitClass: LimitClass
  waiting: DueDetail[]
  /** Index of the next detail in `waiting`. */
  at: number
  /** Index in `waiting` at which the daily share ends. */
  end: number
  /** Number of finished details, failed or not. Details between this and `at` are in flight. */
  done: number
  /** Moving average of the time from the sending of a call until its result is stored; null before the first one. */
  callMs: number | null
}

/** Smoothing factor of the moving average of the call duration. */
const callDurationSmoothing = 1 / 8

/**
 * Fetches the due details of an account, a few at once, within the background share of the daily quota of each limit class.
 * Throws errors that would stop every other call too. An error of one detail is stored with that detail.
 */
export async function fetchDueDetails(
  deps: FetchDueDetailsDeps,
  accountId: string,
  startedAt: number,
  signal: AbortSignal,
  onProgress: (progress: DetailsProgress) => void,
): Promise<void> {
  const { api, inventory, clock } = deps
  let failedBefore = 0
  const due = await inventory.queryDueDetails(accountId, {
    now: clock.now(),
    syncStartedAt: startedAt,
    mayRead: createReadPermission(api, accountId),
    onFailed: () => (failedBefore += 1),
  })
  const quotaUsageOf = (limitClass: LimitClass) =>
    api.quotaUsage().find((one) => one.accountId === accountId && one.limitClass === limitClass) ?? {
      ...rateLimits[limitClass],
      usedDay: 0,
    }
  const shareOf = (limitClass: LimitClass) => {
    const { perDay, usedDay } = quotaUsageOf(limitClass)
    return { share: Math.floor(perDay * deps.backgroundShare()), used: usedDay }
  }
  const isShareUsed = (limitClass: LimitClass): boolean => {
    const { share, used } = shareOf(limitClass)
    return used >= share
  }
  const createQueue = (limitClass: LimitClass, resourceKind: DetailRef['resourceKind']): DetailQueue => {
    const waiting = due.filter((detail) => detail.resourceKind === resourceKind)
    const counts = { urgent: 0, neverRead: 0, stale: 0 }
    for (const { reason } of waiting)
      counts[reason === 'never_read' ? 'neverRead' : reason === 'stale' ? 'stale' : 'urgent'] += 1
    return {
      limitClass,
      waiting,
      at: 0,
      end: countAffordableReads(counts, shareOf(limitClass), startedAt - (deps.lastSyncStartedAt ?? -Infinity)),
      done: 0,
      callMs: null,
    }
  }
  // There may be 250,000 details, so each pass over them has a turn of its own.
  await yieldToEventLoop()
  const queues = [createQueue('domain', 'domain')]
  await yieldToEventLoop()
  queues.push(createQueue('server', 'server'))
  let read = 0
  let failed = 0
  let newestError: AppError | null = null
  let networkFailuresInARow = 0

  function reportProgress(): void {
    onProgress({
      read,
      failed: failedBefore + failed,
      error: newestError,
      total: queues.reduce((sum, { end }) => sum + end, failedBefore),
      postponed: queues.reduce((sum, { waiting, end }) => sum + waiting.length - end, 0),
      remaining: queues.map(({ limitClass, done, end, callMs }) => ({ limitClass, calls: end - done, callMs })),
      neededShareOfDailyLimit: Math.max(
        ...queues.map(({ limitClass, done, end }) => (end - done) / quotaUsageOf(limitClass).perDay),
      ),
    })
  }

  async function fetchOne(detail: DetailRef, remainingCalls: number, onSending: () => void): Promise<void> {
    try {
      await fetchDetail(deps, accountId, detail, {
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
      if (isDetailAbsentCode(detail, error.code ?? null)) read += 1
      else {
        failed += 1
        newestError = error
      }
      inventory.saveDetailError(accountId, detail.resourceKind, detail.name, detail.detailKind, error, clock.now())
      networkFailuresInARow = isCausedBy(error, 'network') ? networkFailuresInARow + 1 : 0
      if (networkFailuresInARow >= maxNetworkFailuresInARow) throw error
    }
  }

  async function runWorker(queue: DetailQueue, ended: { isOver: boolean }): Promise<void> {
    while (queue.at < queue.end && !ended.isOver) {
      const detail = queue.waiting[queue.at] as DueDetail
      if (isShareUsed(queue.limitClass)) {
        queue.end = queue.at
        break
      }
      queue.at += 1
      let sentAt: number | null = null
      try {
        await fetchOne(detail, queue.end - queue.at, () => (sentAt = clock.monotonic()))
        queue.done += 1
        if (sentAt !== null) recordCallDuration(queue, clock.monotonic() - sentAt)
        reportProgress()
      } catch (error) {
        ended.isOver = true
        throw error
      }
    }
  }

  reportProgress()
  const ended = { isOver: false }
  const workers = queues.flatMap((queue) =>
    Array.from({ length: rateLimits[queue.limitClass].concurrent }, () => runWorker(queue, ended)),
  )
  const outcomes = await Promise.allSettled(workers)
  reportProgress()
  const stopped = outcomes.find((outcome) => outcome.status === 'rejected')
  if (stopped) throw stopped.reason
}

function recordCallDuration(queue: DetailQueue, tookMs: number): void {
  const before = queue.callMs ?? tookMs
  queue.callMs = before + callDurationSmoothing * (tookMs - before)
}

/** Whether a key of the account may read a detail. Key grants are looked up once per endpoint. */
function createReadPermission(api: Pick<ApiClient, 'usableKeys'>, accountId: string): (detail: DetailRef) => boolean {
  const byEndpoint = new Map<string, { all: boolean; names: ReadonlySet<string> }>()
  return (detail) => {
    const { endpoint } = toEndpointCall(detail)
    let may = byEndpoint.get(endpoint)
    if (!may) byEndpoint.set(endpoint, (may = findReadableNames(api, accountId, detail)))
    return may.all || may.names.has(detail.name)
  }
}

function findReadableNames(
  api: Pick<ApiClient, 'usableKeys'>,
  accountId: string,
  detail: DetailRef,
): { all: boolean; names: ReadonlySet<string> } {
  const { endpoint } = toEndpointCall(detail)
  // No key has this name as a target, so only keys for all targets are usable. The others are found by their target lists.
  const untargetedDetail: DetailRef = { ...detail, name: 'nowhere.invalid' }
  const { keys } = api.usableKeys(accountId, endpoint, toEndpointCall(untargetedDetail).input)
  if (keys.length > 0) return { all: true, names: new Set() }
  const selected = api.usableKeys(accountId, detail.resourceKind === 'domain' ? 'domain.list' : 'server.list', {}).keys
  const targets = selected.flatMap(
    (key: Key) => (key.me && grantForService(key.me, detail.resourceKind)?.targets) ?? [],
  )
  const names = targets.filter(
    (name) => api.usableKeys(accountId, endpoint, toEndpointCall({ ...detail, name }).input).keys.length > 0,
  )
  return { all: false, names: new Set(names.map((name) => name.toLowerCase())) }
}
