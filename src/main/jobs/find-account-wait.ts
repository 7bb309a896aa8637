import type { LimitClass } from '#shared/api/limits.ts'
import type { AppError } from '#shared/app-error.ts'
import { findLimitThatBlocksCalls } from '#main/api/find-limit-that-blocks-calls.ts'
import type { ApiClient } from '#main/api/types.ts'
import type { Clock } from '#main/clock.ts'
import type { AccountHolds } from './account-holds.ts'

/** Why the items of an account wait. */
export interface AccountWait {
  error: AppError
  /** Items that were begun wait, too. */
  stopsBegunItems: boolean
}

export interface AccountWaitDeps {
  api: Pick<ApiClient, 'quotaUsage'>
  clock: Pick<Clock, 'now'>
  holds: AccountHolds
}

/** Null while the account can work on items. */
export function findAccountWait(
  { api, clock, holds }: AccountWaitDeps,
  accountId: string,
  limitClass: LimitClass,
): AccountWait | null {
  const error = holds.error(accountId)
  if (error) return { error, stopsBegunItems: false }
  const limit = findLimitThatBlocksCalls(api, accountId, limitClass, clock.now())
  return limit && { error: limit.error, stopsBegunItems: limit.hasNoCallInFlight }
}
