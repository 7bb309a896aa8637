import { rateLimits, type RateLimitClass } from '#shared/api/service-limits.ts'
import { minuteMs } from '#shared/durations.ts'
import { computeBackgroundCallsPerMinute } from './compute-background-calls-per-minute.ts'
import type { ApiClient } from './api-client-interface.ts'

/** Calls that jobs may make for an account in a minute, and the time before which it may make none. */
export interface JobCallRate {
  perMinute: number
  nextFreeAt: number | null
}

export function getJobCallRate(
  api: Pick<ApiClient, 'quotaUsage'>,
  accountId: string,
  limitClass: RateLimitClass,
): JobCallRate {
  const usage = api.quotaUsage().find((one) => one.accountId === accountId && one.limitClass === limitClass)
  const { perMinute } = usage ?? rateLimits[limitClass]
  return {
    perMinute: computeBackgroundCallsPerMinute(perMinute),
    nextFreeAt: latest(usage?.nextFreeAt ?? null, usage?.heldUntil ?? null),
  }
}

function latest(...times: (number | null)[]): number | null {
  const known = times.filter((time) => time !== null)
  return known.length === 0 ? null : Math.max(...known)
}

/**
 * Returns the minutes that the calls take at this rate. A wait of at most a minute for the rate limit is part of the
 * rate. A longer wait is for a quota that is used up.
 */
export function estimateJobMinutes(calls: number, { perMinute, nextFreeAt }: JobCallRate, now: number): number {
  const untilFree = nextFreeAt === null ? 0 : (nextFreeAt - now) / minuteMs
  return calls / perMinute + (untilFree > 1 ? untilFree : 0)
}

/**
 * Returns how many calls the account makes until a job with `ownCalls` calls is done, if other jobs of the same
 * priority run too. Jobs take turns (`priority-queue.ts`), so each other job makes as many calls as this job, or fewer
 * if it has fewer.
 */
export function countCallsUntilJobEnds(ownCalls: number, callsOfOtherJobs: readonly number[]): number {
  return callsOfOtherJobs.reduce((sum, calls) => sum + Math.min(ownCalls, calls), ownCalls)
}
