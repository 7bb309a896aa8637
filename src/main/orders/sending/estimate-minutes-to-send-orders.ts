import { rateLimitClasses, rateLimits } from '#shared/api/service-limits.ts'
import { minuteMs } from '#shared/durations.ts'
import type { QuotaUsage } from '#shared/ipc/accounts.ts'
import { getRateLimitClassOfOrder } from '#shared/order-quota-cost.ts'
import type { QueuedAndSentIntentCount } from './count-run-intents-by-what-they-wait-for.ts'

/**
 * Returns the minutes until the last of these orders can be sent within the rate limits. Accounts send at the same
 * time, so the slowest account counts. An account that has used its calls for this minute, or that the service asked to
 * wait, must wait before its first call. The calls that read the targets are left out, because they are few compared
 * with those of many orders.
 */
export function estimateMinutesToSendOrders(
  counts: readonly QueuedAndSentIntentCount[],
  usages: readonly QuotaUsage[],
  now: number,
): number {
  const minutes = [...new Set(counts.map(({ accountId }) => accountId))].flatMap((accountId) =>
    rateLimitClasses.map((limitClass) => {
      const calls = counts
        .filter((one) => one.accountId === accountId && getRateLimitClassOfOrder(one.kind) === limitClass)
        .reduce((sum, { count }) => sum + count, 0)
      const usage = usages.find((one) => one.accountId === accountId && one.limitClass === limitClass)
      const { perMinute } = usage ?? rateLimits[limitClass]
      if (calls === 0) return 0
      const freeNow = Math.max(0, perMinute - (usage?.usedMinute ?? 0))
      const freeAt = Math.max(usage?.nextFreeAt ?? now, usage?.heldUntil ?? now)
      return Math.max(0, freeAt - now) / minuteMs + Math.max(0, calls - freeNow) / perMinute
    }),
  )
  return Math.max(0, ...minutes)
}
