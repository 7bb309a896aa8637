import type { QuotaUsage } from '#shared/ipc/accounts.ts'

/** Returns true if an interactive call of the limit class waits for the account's rate limit. */
export function doesUserWaitForQuota(
  usages: readonly QuotaUsage[],
  accountId: string,
  limitClass: QuotaUsage['limitClass'],
): boolean {
  return usages.some(
    (usage) =>
      usage.accountId === accountId &&
      usage.limitClass === limitClass &&
      usage.waiting.interactive > 0 &&
      usage.nextFreeAt !== null,
  )
}
