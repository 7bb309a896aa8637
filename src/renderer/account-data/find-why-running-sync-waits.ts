import { type SyncProgress, isSyncRunning } from '#shared/ipc/sync.ts'
import type { QuotaUsage, Account } from '#shared/ipc/accounts.ts'
import type { AppState } from '#shared/ipc/app-state-and-settings.ts'
import {
  type CallWait,
  findCallWaitReasonsToShow,
  shortestShownRepeatWaitMs,
} from './find-call-wait-reasons-to-show.ts'
import { findIpBlockWait } from './find-ip-block-wait.ts'

/** `repeat`: a call that ended with an error is sent again. */
export type SyncWait = CallWait | { cause: 'repeat'; until: number }

/**
 * Compares the waits of accounts whose running sync has waiting calls, and returns the one that ends last. The estimate
 * of the remaining minutes does not include this wait. Null: no call waits.
 */
export function findLongestWaitOfRunningSyncs(
  progress: readonly SyncProgress[],
  usages: readonly QuotaUsage[],
  now: number,
): SyncWait | null {
  const running = new Set(progress.filter(isSyncRunning).map(({ accountId }) => accountId))
  const waits = usages.flatMap((usage): SyncWait[] => {
    if (!running.has(usage.accountId) || usage.waiting.job + usage.waiting.background === 0) return []
    const { repeatAt } = usage
    const isRepeatShown = repeatAt !== null && repeatAt - now >= shortestShownRepeatWaitMs
    return [
      ...findCallWaitReasonsToShow(usage, now),
      ...(isRepeatShown ? [{ cause: 'repeat' as const, until: repeatAt }] : []),
    ]
  })
  return waits.sort((one, other) => other.until - one.until)[0] ?? null
}

/**
 * Returns why queued calls of the account's running sync are not sent. When all its keys are refused or removed, no
 * call is sent at the end of any wait. Null also while the address of its calls is held: `findIpBlockWait` tells that.
 */
export function findWaitOfRunningSyncOfAccount(
  account: Pick<Account, 'id' | 'health' | 'proxy'>,
  progress: SyncProgress,
  usages: readonly QuotaUsage[],
  appState: Pick<AppState, 'ipBlocks'>,
  now: number,
): SyncWait | { cause: 'refused'; until: null } | null {
  if (findIpBlockWait(appState, account) !== null) return null
  const { id, health } = account
  const hasNoUsableKey =
    progress.accountId === id && health.reasons.some((reason) => reason === 'no_usable_key' || reason === 'no_keys')
  return hasNoUsableKey && isSyncRunning(progress)
    ? { cause: 'refused', until: null }
    : findLongestWaitOfRunningSyncs([progress], usages, now)
}
