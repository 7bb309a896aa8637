import type { QuotaUsage } from '#shared/ipc/accounts.ts'

/** `limit`: a limit of the service. `demanded`: the service asked to wait and named no limit. */
export interface WaitForLimitOrDemand {
  cause: 'limit' | 'demanded'
  /** Epoch milliseconds. */
  until: number
}

/**
 * Returns the wait for a limit, or the one that the service requested; null for none. Banto's own pause of some seconds
 * after a 429 is neither.
 */
export function findWaitForLimitOrDemand({
  nextFreeAt,
  nextFreeAfter,
  isWaitUnexplained,
}: Pick<QuotaUsage, 'nextFreeAt' | 'nextFreeAfter' | 'isWaitUnexplained'>): WaitForLimitOrDemand | null {
  if (nextFreeAt === null || nextFreeAfter === 'pause_after_429') return null
  return { cause: isWaitUnexplained ? 'demanded' : 'limit', until: nextFreeAt }
}
