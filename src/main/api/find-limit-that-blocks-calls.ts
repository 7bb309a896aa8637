import type { RateLimitClass } from '#shared/api/service-limits.ts'
import { AppError } from '#shared/app-error.ts'
import type { ApiClient } from './api-client-interface.ts'

/** A limit that makes every new call of an account wait. */
export interface BlockingLimit {
  /** `waits_for_limit`; `address_guarded` if the calls wait because keys were refused. */
  error: AppError
  /** No call is in flight: all queued calls wait, too. */
  hasNoCallInFlight: boolean
}

/** Returns null if a call may be sent now, or as soon as a call in flight is answered. */
export function findLimitThatBlocksCalls(
  api: Pick<ApiClient, 'quotaUsage'>,
  accountId: string,
  limitClass: RateLimitClass,
  now: number,
): BlockingLimit | null {
  const usage = api.quotaUsage().find((one) => one.accountId === accountId && one.limitClass === limitClass)
  if (!usage) return null
  const { nextFreeAt, nextFreeAfter, heldUntil, inFlight } = usage
  const until = Math.max(nextFreeAt ?? 0, heldUntil ?? 0)
  if (until <= now) return null
  const hasNoCallInFlight = inFlight === 0
  if (until === heldUntil)
    return {
      hasNoCallInFlight,
      error: new AppError('address_guarded', 'Calls wait because keys were refused', { details: { until } }),
    }
  // The limit of concurrent calls is no obstacle: a slot is free again within seconds, also if other programs use the
  // slots. Banto's own pause after a 429 ends within seconds, too.
  if (nextFreeAfter === null || nextFreeAfter === 'concurrent' || nextFreeAfter === 'pause_after_429') return null
  const limit = nextFreeAfter === 'retry_after' ? 'demanded' : nextFreeAfter
  return {
    hasNoCallInFlight,
    error: new AppError('waits_for_limit', 'A limit makes the calls wait', { details: { limit, until } }),
  }
}
