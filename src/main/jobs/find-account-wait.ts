import type { LimitClass } from '#shared/api/limits.ts'
import { findLimitWait, type LimitWait } from '#main/api/find-limit-wait.ts'
import type { ApiClient } from '#main/api/types.ts'
import type { Clock } from '#main/clock.ts'
import type { AccountHolds } from './account-holds.ts'

/** Why items of an account wait. `isIdle`: those that were begun wait, too. */
export type AccountWait = LimitWait

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
  return error ? { error, isIdle: false } : findLimitWait(api, accountId, limitClass, clock.now())
}
