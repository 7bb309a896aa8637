import { hourMs, minuteMs, secondMs } from '#shared/durations.ts'
import { rateLimits } from '#shared/api/service-limits.ts'
import type { QuotaUsage } from '#shared/ipc/accounts.ts'

const minIntervalMs = 10 * secondMs
const maxIntervalMs = 5 * minuteMs
/** The share of the calls per minute that following one log may use. */
const minuteShare = 0.2
/** Following stops when this share of the calls per day is used, whoever used them. */
const dayFraction = 0.8
/** Following stops after this time, so that a log left open does not use up the calls of the day. */
export const maxErrorLogFollowMs = hourMs

/** Time between two readings of a followed log. `failures`: readings that failed in a row. */
export function computeErrorLogFollowIntervalMs(
  usage: Pick<QuotaUsage, 'perMinute'> | undefined,
  failures: number,
): number {
  const { perMinute } = usage ?? rateLimits.server
  const interval = Math.max(minIntervalMs, minuteMs / (perMinute * minuteShare))
  return Math.min(interval * 2 ** failures, Math.max(interval, maxIntervalMs))
}

/** Returns true if following must stop, because most of the daily limit is used. */
export function isDailyLimitNearlyUsed(usage: Pick<QuotaUsage, 'usedDay' | 'perDay'> | undefined): boolean {
  return usage !== undefined && usage.usedDay >= usage.perDay * dayFraction
}
