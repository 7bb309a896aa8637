import type { RateLimitClass } from '#shared/api/service-limits.ts'
import type { Account, QuotaUsage } from '#shared/ipc/accounts.ts'
import type { AppState } from '#shared/ipc/app-state-and-settings.ts'
import { findAccountCallWait } from './find-call-wait-reasons-to-show.ts'
import { findIpBlockWait } from './find-ip-block-wait.ts'

/** Before this time, the account makes no call. Epoch milliseconds; null: no end is known. */
export interface WaitBeforeNextCall {
  until: number | null
}

/**
 * Returns until when an account has to wait before its next call of a limit class; null if calls are made now. Possible
 * reasons are an assumed block of its source address, a limit, and a hold after refused keys. The one that ends last
 * counts. A hold does not delay calls of the user (`isByUser`).
 */
export function findAccountWaitBeforeNextCall(
  account: Pick<Account, 'id' | 'proxy'>,
  limitClass: RateLimitClass,
  {
    state,
    usages,
    now,
    isByUser,
  }: { state: Pick<AppState, 'ipBlocks'>; usages: readonly QuotaUsage[]; now: number; isByUser: boolean },
): WaitBeforeNextCall | null {
  const block = findIpBlockWait(state, account)
  if (block?.until === null) return { until: null }
  const ofClass = usages
    .filter((usage) => usage.limitClass === limitClass)
    .map((usage) => (isByUser ? { ...usage, heldUntil: null } : usage))
  const until = Math.max(block?.until ?? 0, findAccountCallWait(ofClass, account.id, now)?.until ?? 0)
  return until > now ? { until } : null
}
