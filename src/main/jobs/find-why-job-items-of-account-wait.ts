import type { RateLimitClass } from '#shared/api/service-limits.ts'
import type { AppError } from '#shared/app-error.ts'
import { createNoUsableKeyError } from '#main/api/find-reason-key-is-unusable.ts'
import { findLimitThatBlocksCalls } from '#main/api/find-limit-that-blocks-calls.ts'
import type { ApiClient } from '#main/api/api-client-interface.ts'
import type { Clock } from '#main/clock.ts'
import type { AccountJobBackoff } from './account-job-backoff.ts'
import type { RunningJobItem } from './run-job-items-of-account.ts'

/** Why the items of an account wait. */
export interface AccountJobWait {
  error: AppError
  /** Items that were begun wait, too. */
  stopsBegunItems: boolean
}

export interface AccountJobWaitDeps {
  api: Pick<ApiClient, 'quotaUsage' | 'usableKeys'>
  clock: Pick<Clock, 'now'>
  backoff: AccountJobBackoff
  running: ReadonlySet<RunningJobItem>
  findObstacle: (accountId: string, isReading: boolean) => AppError | null
  /** Why reading jobs of the account wait although a limit allows calls; null while they may read. */
  findReadingJobLimitError: (accountId: string, limitClass: RateLimitClass) => AppError | null
}

interface AccountOfJob {
  jobId: string
  accountId: string
}

/**
 * Returns null while the account can work on items. `isReading`: the job only reads from now on. `isReadingJob`: all of
 * its items only read.
 */
export function findWhyJobItemsOfAccountWait(
  deps: AccountJobWaitDeps,
  { jobId, accountId }: AccountOfJob,
  options: { limitClass: RateLimitClass; isReading: boolean; isReadingJob: boolean },
): AccountJobWait | null {
  // An item that pauses before its next reading has met no error of a setting so far.
  const obstacle = deps.findObstacle(accountId, options.isReading)
  if (obstacle) return { error: obstacle, stopsBegunItems: false }
  const failure = deps.backoff.error(accountId)
  const limited = findWaitForLimit(deps, accountId, options)
  // After the pause of a failed call, the next attempt waits for the limit. The cause of the failure may have ended.
  if (failure && (limited === null || deps.backoff.remainingMs(accountId) > 0))
    return { error: failure, stopsBegunItems: false }
  // No call is sent after the wait if no key may make it then.
  return limited && { ...limited, error: findLackOfUsableKey(deps, { jobId, accountId }) ?? limited.error }
}

function findWaitForLimit(
  { api, clock, findReadingJobLimitError }: AccountJobWaitDeps,
  accountId: string,
  { limitClass, isReadingJob }: { limitClass: RateLimitClass; isReadingJob: boolean },
): AccountJobWait | null {
  const limit = findLimitThatBlocksCalls(api, accountId, limitClass, clock.now())
  if (limit) return { error: limit.error, stopsBegunItems: limit.hasNoCallInFlight }
  const readingLimit = isReadingJob ? findReadingJobLimitError(accountId, limitClass) : null
  return readingLimit && { error: readingLimit, stopsBegunItems: false }
}

/**
 * Returns null if a key may make one of the calls that wait. While no call waits, a key needs no permission, because
 * the next call is not known.
 */
function findLackOfUsableKey(
  { api, running }: Pick<AccountJobWaitDeps, 'api' | 'running'>,
  { jobId, accountId }: AccountOfJob,
): AppError | null {
  const calls = [...running].flatMap((item) =>
    item.jobId === jobId && item.accountId === accountId && item.call ? [item.call] : [],
  )
  const keysOfCalls = (calls.length > 0 ? calls : [{ endpoint: 'account.me', input: {} } as const]).map(
    ({ endpoint, input }) => api.usableKeys(accountId, endpoint, input),
  )
  if (keysOfCalls.some(({ keys }) => keys.length > 0)) return null
  return createNoUsableKeyError(keysOfCalls[0]?.unusableKeys ?? [])
}
