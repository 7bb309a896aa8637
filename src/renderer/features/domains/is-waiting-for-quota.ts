import type { QuotaUsage } from '#shared/ipc/accounts.ts'

/** Whether what a person asked for of the domain API waits until the account's quota has room. */
export function isWaitingForQuota(gauges: readonly QuotaUsage[], accountId: string): boolean {
  return gauges.some(
    (gauge) =>
      gauge.accountId === accountId &&
      gauge.limitClass === 'domain' &&
      gauge.waiting.interactive > 0 &&
      gauge.nextFreeAt !== null,
  )
}
