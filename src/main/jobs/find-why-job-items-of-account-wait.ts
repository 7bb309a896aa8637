import type { RateLimitClass } from '#shared/api/service-limits.ts'
import { AppError } from '#shared/app-error.ts'
import type { IpBlock } from '#shared/ipc/app-state-and-settings.ts'
import { createNoUsableKeyError } from '#main/api/find-reason-key-is-unusable.ts'
import { findLimitThatBlocksCalls } from '#main/api/find-limit-that-blocks-calls.ts'
import type { ApiClient } from '#main/api/api-client-interface.ts'
import type { Clock } from '#main/clock.ts'
import type { AccountJobBackoff } from './account-job-backoff.ts'
import type { RunningJobItem } from './running-job-item.ts'

/** Why the items of an account wait. */
export interface AccountJobWait {
  /** The account whose calls cannot be made: that of the items, or that of the server of a new site. */
  accountId: string
  error: AppError
  /** Items that were begun wait, too. */
  stopsBegunItems: boolean
}

export interface AccountJobWaitDeps {
  api: Pick<ApiClient, 'findBlockThatHoldsCallsOf' | 'quotaUsage' | 'usableKeys'>
  clock: Pick<Clock, 'now'>
  backoff: AccountJobBackoff
  running: ReadonlySet<RunningJobItem>
  findObstacle: (accountId: string, isReading: boolean) => AppError | null
  /** Why reading jobs of the account wait although a limit allows calls; null while they may read. */
  findReadingJobLimitError: (accountId: string, limitClass: RateLimitClass) => AppError | null
}

export interface JobOfWaitingItems {
  jobId: string
  limitClass: RateLimitClass
  /** The job only reads from now on. */
  isReading: boolean
  /** All items of the job only read. */
  isReadingJob: boolean
}

/** Returns null while the account can work on items of the job. */
export function findWhyJobItemsOfAccountWait(
  deps: AccountJobWaitDeps,
  accountId: string,
  job: JobOfWaitingItems,
): AccountJobWait | null {
  const { backoff } = deps
  const ids = [accountId, backoff.serverAccountOf(job.jobId) ?? accountId]
  for (const id of ids) {
    // An item that pauses before its next reading has met no error of a setting so far.
    const obstacle = deps.findObstacle(id, job.isReading)
    if (obstacle) return { accountId: id, error: obstacle, stopsBegunItems: false }
  }
  for (const id of ids) {
    const block = deps.api.findBlockThatHoldsCallsOf(id)
    if (block) return { accountId: id, error: createHeldByBlockError(block), stopsBegunItems: true }
  }
  const failedIn = ids.find((id) => backoff.error(id) !== null)
  const failure = failedIn === undefined ? null : backoff.error(failedIn)
  const limited = findWaitForLimit(deps, accountId, job)
  // After the pause of a failed call, the next attempt waits for the limit. The cause of the failure may have ended.
  if (failedIn !== undefined && failure && (limited === null || backoff.remainingMs(failedIn) > 0))
    return { accountId: failedIn, error: failure, stopsBegunItems: false }
  // No call is sent after the wait if no key may make it then.
  return limited && { ...limited, error: findLackOfUsableKey(deps, accountId, job) ?? limited.error }
}

function createHeldByBlockError({ until }: Pick<IpBlock, 'until'>): AppError {
  return new AppError('address_guarded', 'Calls wait because the service may have blocked their address', {
    details: { reason: 'held_by_block', until },
  })
}

function findWaitForLimit(
  { api, clock, findReadingJobLimitError }: AccountJobWaitDeps,
  accountId: string,
  { limitClass, isReadingJob }: JobOfWaitingItems,
): AccountJobWait | null {
  const limit = findLimitThatBlocksCalls(api, accountId, limitClass, clock.now())
  if (limit) return { accountId, error: limit.error, stopsBegunItems: limit.hasNoCallInFlight }
  const readingLimit = isReadingJob ? findReadingJobLimitError(accountId, limitClass) : null
  return readingLimit && { accountId, error: readingLimit, stopsBegunItems: false }
}

/**
 * Returns null if a key may make one of the calls that wait. While no call waits, a key needs no permission, because
 * the next call is not known.
 */
function findLackOfUsableKey(
  { api, running }: Pick<AccountJobWaitDeps, 'api' | 'running'>,
  accountId: string,
  { jobId }: JobOfWaitingItems,
): AppError | null {
  const calls = [...running].flatMap((item) =>
    item.jobId === jobId && item.call?.accountId === accountId ? [item.call] : [],
  )
  const keysOfCalls = (calls.length > 0 ? calls : [{ endpoint: 'account.me', input: {} } as const]).map(
    ({ endpoint, input }) => api.usableKeys(accountId, endpoint, input),
  )
  if (keysOfCalls.some(({ keys }) => keys.length > 0)) return null
  return createNoUsableKeyError(accountId, keysOfCalls[0]?.unusableKeys ?? [])
}
