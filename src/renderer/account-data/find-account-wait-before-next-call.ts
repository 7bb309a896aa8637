import type { RateLimitClass } from '#shared/api/service-limits.ts'
import type { Account, QuotaUsage } from '#shared/ipc/accounts.ts'
import type { AppState } from '#shared/ipc/app-state-and-settings.ts'
import { findAccountCallWait } from './find-call-wait-reasons-to-show.ts'
import { findIpBlockWait } from './find-ip-block-wait.ts'

/** Before this time, the account makes no call. Epoch milliseconds; null: no end is known. */
export interface WaitBeforeNextCall {
  until: number | null
  /** Set for a hold after refused keys: it ends for a key as soon as the service accepts the key. */
  mayEndEarlier?: true
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
  const ofClass = usages.filter((usage) => usage.limitClass === limitClass)
  const endOf = (counted: readonly QuotaUsage[]) =>
    Math.max(block?.until ?? 0, findAccountCallWait(counted, account.id, now)?.until ?? 0)
  const withoutHold = endOf(ofClass.map((usage) => ({ ...usage, heldUntil: null })))
  const until = isByUser ? withoutHold : endOf(ofClass)
  return until > now ? { until, ...(until > withoutHold && { mayEndEarlier: true }) } : null
}
