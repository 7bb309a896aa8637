import { rateLimits, type RateLimitClass } from '#shared/api/service-limits.ts'
import { minuteMs } from '#shared/durations.ts'
import type { QuotaUsage } from '#shared/ipc/accounts.ts'
import { computeBackgroundCallsPerMinute } from '#main/api/compute-background-calls-per-minute.ts'

/** The calls of one limit class that a running sync still makes. */
export interface RemainingSyncCalls {
  limitClass: RateLimitClass
  calls: number
  /** Typical time from the sending of a call until its result is stored; null before the first one. */
  callMs: number | null
}

type SyncQuotaUsage = Pick<
  QuotaUsage,
  'accountId' | 'limitClass' | 'perMinute' | 'concurrent' | 'usedMinute' | 'usedMinuteElsewhere' | 'nextFreeAt'
>

/**
 * Calls of other programs lower the estimated rate, but never below this share of the quota, because those programs may
 * stop.
 */
const minQuotaShare = 1 / 3

/**
 * Estimates when the remaining calls of a sync have ended (epoch milliseconds), from what the limits allow. The
 * measured speed is not used, because calls stop for up to a minute when the limit is reached, and for longer while
 * another account of the same user makes its calls. `sameUser`: the remaining calls of other syncs that use the same
 * quota. `callsOfDomainJobs`: the remaining calls for domains of running jobs that use it; they are made before those
 * of the sync.
 */
export function estimateSyncEnd(
  accountId: string,
  remaining: readonly RemainingSyncCalls[],
  sameUser: ReadonlyMap<string, readonly RemainingSyncCalls[]>,
  usages: readonly SyncQuotaUsage[],
  now: number,
  callsOfDomainJobs = 0,
): number {
  const ends = remaining.map(({ limitClass, calls, callMs }) => {
    const usageOf = (id: string) => usages.find((one) => one.accountId === id && one.limitClass === limitClass)
    if (calls === 0) return now
    const usage = usageOf(accountId) ?? unusedQuota(limitClass)
    const callsOfOthers = sumOf([...sameUser.values()].flat(), (other) =>
      other.limitClass === limitClass ? other.calls : 0,
    )
    const ownCallsOfOthers = sumOf([...sameUser.keys()], (id) => {
      const other = usageOf(id) ?? unusedQuota(limitClass)
      return other.usedMinute - other.usedMinuteElsewhere
    })
    const calledByOtherPrograms = Math.max(0, usage.usedMinuteElsewhere - ownCallsOfOthers)
    const quota = computeBackgroundCallsPerMinute(usage.perMinute)
    const perMinute = Math.min(
      Math.max(quota - calledByOtherPrograms, quota * minQuotaShare),
      callMs === null ? Number.POSITIVE_INFINITY : (usage.concurrent * minuteMs) / Math.max(1, callMs),
    )
    const callsBefore = callsOfOthers + (limitClass === 'domain' ? callsOfDomainJobs : 0)
    return Math.max(now, usage.nextFreeAt ?? 0) + ((calls + callsBefore) * minuteMs) / perMinute
  })
  return Math.max(now, ...ends)
}

function unusedQuota(limitClass: RateLimitClass) {
  return { ...rateLimits[limitClass], usedMinute: 0, usedMinuteElsewhere: 0, nextFreeAt: null }
}

function sumOf<Item>(items: readonly Item[], numberOf: (item: Item) => number): number {
  return items.reduce((sum, item) => sum + numberOf(item), 0)
}
