import { rateLimits, type LimitClass } from '#shared/api/service-limits.ts'
import { AppError } from '#shared/app-error.ts'
import type { QuotaUsage } from '#shared/ipc/accounts.ts'
import type { ApiClient } from '#main/api/types.ts'

/** A part of the daily limit of one account and class, and how many calls of the last 24 hours count in that limit. */
export interface DailyLimitShare {
  share: number
  used: number
}

/** The usage of the account's limit; the limits of the class as long as the account has made no call. */
export function getDailyQuotaUsage(
  api: Pick<ApiClient, 'quotaUsage'>,
  accountId: string,
  limitClass: LimitClass,
): Pick<QuotaUsage, 'perDay' | 'usedDay'> {
  return (
    api.quotaUsage().find((one) => one.accountId === accountId && one.limitClass === limitClass) ?? {
      ...rateLimits[limitClass],
      usedDay: 0,
    }
  )
}

/** `part`: of the daily limit, 0 to 1. */
export function getDailyLimitShare(
  api: Pick<ApiClient, 'quotaUsage'>,
  accountId: string,
  limitClass: LimitClass,
  part: number,
): DailyLimitShare {
  const { perDay, usedDay } = getDailyQuotaUsage(api, accountId, limitClass)
  return { share: Math.floor(perDay * part), used: usedDay }
}

/** The rest is kept for changes, orders and single readings. */
const demandedPart = 9 / 10

/** The part of the daily limit that reading jobs may use. Not less than what reading in the background may use (`backgroundShare`). */
export function computeReadingJobPartOfDailyLimit(backgroundShare: number): number {
  return Math.max(demandedPart, backgroundShare)
}

/** Why the reading jobs of the account wait; null while calls of their part of the daily limit are left. */
export function findReadingJobLimitError(
  api: Pick<ApiClient, 'quotaUsage'>,
  accountId: string,
  limitClass: LimitClass,
  backgroundShare: number,
): AppError | null {
  const part = computeReadingJobPartOfDailyLimit(backgroundShare)
  const { share, used } = getDailyLimitShare(api, accountId, limitClass, part)
  if (used < share) return null
  return new AppError('waits_for_limit', 'Reading has used its part of the daily limit', {
    details: { limit: 'reading', percent: Math.round(part * 100) },
  })
}
