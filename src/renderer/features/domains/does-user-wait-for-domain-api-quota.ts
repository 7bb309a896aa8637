import type { QuotaUsage } from '#shared/ipc/accounts.ts'

/** Returns true if an interactive call of the domain API waits for the account's rate limit. */
export function doesUserWaitForDomainApiQuota(usages: readonly QuotaUsage[], accountId: string): boolean {
  return usages.some(
    (usage) =>
      usage.accountId === accountId &&
      usage.limitClass === 'domain' &&
      usage.waiting.interactive > 0 &&
      usage.nextFreeAt !== null,
  )
}
