import type { Account, QuotaUsage } from '#shared/ipc/accounts.ts'
import type { AppState } from '#shared/ipc/app-state-and-settings.ts'
import { findIpBlockWait } from './find-ip-block-wait.ts'

/**
 * Returns true if an interactive call of the limit class waits for the account's rate limit. False during an assumed
 * block, which holds all calls. A hold after refused keys never makes an interactive call wait: it is sent or fails.
 */
export function doesUserWaitForQuota(
  appState: Pick<AppState, 'ipBlocks'>,
  account: Pick<Account, 'id' | 'proxy'>,
  usages: readonly QuotaUsage[],
  limitClass: QuotaUsage['limitClass'],
): boolean {
  if (findIpBlockWait(appState, account) !== null) return false
  return usages.some(
    (usage) =>
      usage.accountId === account.id &&
      usage.limitClass === limitClass &&
      usage.waiting.interactive > 0 &&
      usage.nextFreeAt !== null,
  )
}
