import { type SyncProgress, isSyncRunning } from '#shared/ipc/sync.ts'
import type { QuotaUsage, Account } from '#shared/ipc/accounts.ts'
import { type CallWait, findLongestCallWait, findCallWaitReasonsToShow } from './find-call-wait-reasons-to-show.ts'

/**
 * Compares the waits of accounts whose running sync has queued calls, and returns the one that ends last. The estimate
 * of the remaining minutes does not include this wait. Null: no queued call waits.
 */
export function findLongestWaitOfRunningSyncs(
  progress: readonly SyncProgress[],
  usages: readonly QuotaUsage[],
  now: number,
): CallWait | null {
  const running = new Set(progress.filter(isSyncRunning).map(({ accountId }) => accountId))
  return findLongestCallWait(
    usages.flatMap((usage) =>
      running.has(usage.accountId) && usage.waiting.job + usage.waiting.background > 0
        ? findCallWaitReasonsToShow(usage, now)
        : [],
    ),
  )
}

/**
 * Returns why queued calls of the account's running sync are not sent. When all its keys are refused, no call is sent
 * at the end of any wait.
 */
export function findWaitOfRunningSyncOfAccount(
  { id, health }: Pick<Account, 'id' | 'health'>,
  progress: SyncProgress,
  usages: readonly QuotaUsage[],
  now: number,
): CallWait | { cause: 'refused'; until: null } | null {
  const hasNoUsableKey = health.reasons.includes('no_usable_key') && progress.accountId === id
  return hasNoUsableKey && isSyncRunning(progress)
    ? { cause: 'refused', until: null }
    : findLongestWaitOfRunningSyncs([progress], usages, now)
}
