import type { RateLimitClass } from '#shared/api/service-limits.ts'
import type { AppError } from '#shared/app-error.ts'
import { findLimitThatBlocksCalls } from '#main/api/find-limit-that-blocks-calls.ts'
import type { ApiClient } from '#main/api/api-client-interface.ts'
import type { Clock } from '#main/clock.ts'
import type { AccountJobBackoff } from './account-job-backoff.ts'

/** Why the items of an account wait. */
export interface AccountJobWait {
  error: AppError
  /** Items that were begun wait, too. */
  stopsBegunItems: boolean
}

export interface AccountJobWaitDeps {
  api: Pick<ApiClient, 'quotaUsage'>
  clock: Pick<Clock, 'now'>
  backoff: AccountJobBackoff
  findObstacle: (accountId: string, isReading: boolean) => AppError | null
  /** Why reading jobs of the account wait although a limit allows calls; null while they may read. */
  findReadingJobLimitError: (accountId: string, limitClass: RateLimitClass) => AppError | null
}

/**
 * Returns null while the account can work on items. `isReading`: the job only reads from now on. `isReadingJob`: all of
 * its items only read.
 */
export function findWhyJobItemsOfAccountWait(
  { api, clock, backoff, findObstacle, findReadingJobLimitError }: AccountJobWaitDeps,
  accountId: string,
  { limitClass, isReading, isReadingJob }: { limitClass: RateLimitClass; isReading: boolean; isReadingJob: boolean },
): AccountJobWait | null {
  // An item that pauses before its next reading has met no error of a setting so far.
  const error = findObstacle(accountId, isReading) ?? backoff.error(accountId)
  if (error) return { error, stopsBegunItems: false }
  const limit = findLimitThatBlocksCalls(api, accountId, limitClass, clock.now())
  if (limit) return { error: limit.error, stopsBegunItems: limit.hasNoCallInFlight }
  const readingLimit = isReadingJob ? findReadingJobLimitError(accountId, limitClass) : null
  return readingLimit && { error: readingLimit, stopsBegunItems: false }
}
