import { getRateLimitClassOfOrder } from '#shared/order-quota-cost.ts'
import type { QuotaUsage } from '#shared/ipc/accounts.ts'
import type { OrderRun } from '#shared/ipc/order-run-schema.ts'
import type { CallWait } from '#renderer/account-data/find-call-wait-reasons-to-show.ts'
import { findWaitForLimitOrDemand } from '#renderer/account-data/find-wait-for-limit-or-demand.ts'

/**
 * Returns why the run sends no queued order now; also a limit per minute is a reason. Of several accounts, the one
 * whose wait ends first counts. Null: an account waits for none of these reasons.
 */
export function findWaitOfQueuedOrders(
  { accounts, kinds }: Pick<OrderRun, 'accounts' | 'kinds'>,
  usages: readonly QuotaUsage[],
  now: number,
): CallWait | null {
  const limitClasses = new Set(kinds.map(getRateLimitClassOfOrder))
  const waits: CallWait[] = []
  for (const { accountId } of accounts.filter(({ queued }) => queued > 0)) {
    const last = usages
      .filter(({ accountId: id, limitClass }) => id === accountId && limitClasses.has(limitClass))
      .filter(({ waiting }) => waiting.paid + waiting.job > 0)
      .flatMap((usage) => [findWaitForLimitOrDemand(usage), { cause: 'hold' as const, until: usage.heldUntil ?? 0 }])
      .reduce<CallWait | null>((latest, wait) => (wait && wait.until > (latest?.until ?? now) ? wait : latest), null)
    if (last === null) return null
    waits.push(last)
  }
  return waits.toSorted((one, other) => one.until - other.until)[0] ?? null
}
