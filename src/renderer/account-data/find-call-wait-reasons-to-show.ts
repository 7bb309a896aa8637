import { minuteMs } from '#shared/durations.ts'
import type { QuotaUsage } from '#shared/ipc/accounts.ts'
import { findWaitForLimitOrDemand, type WaitForLimitOrDemand } from './find-wait-for-limit-or-demand.ts'

/** `hold`: Banto's own hold after keys were refused. */
export type CallWait = WaitForLimitOrDemand | { cause: 'hold'; until: number }

/** Most calls that end with an error are sent again within seconds. Such waits are not shown. */
export const shortestShownRepeatWaitMs = 10_000

type WaitsOfUsage = Pick<
  QuotaUsage,
  'usedMinute' | 'perMinute' | 'nextFreeAt' | 'nextFreeAfter' | 'isWaitUnexplained' | 'heldUntil'
>

/**
 * Returns the reasons for waiting to show: Banto's own hold, the daily limit, or a wait that the service requested.
 * Waits of up to one minute for the limit per minute are normal and not shown. They may begin before the limit is used
 * up, because Banto leaves some calls to other programs.
 */
export function findCallWaitReasonsToShow(usage: WaitsOfUsage, now: number): CallWait[] {
  const { usedMinute, perMinute, nextFreeAfter, heldUntil } = usage
  const waits: CallWait[] = []
  const shortest = nextFreeAfter === 'minute' || usedMinute >= perMinute ? minuteMs : 0
  const wait = findWaitForLimitOrDemand(usage)
  if (wait !== null && wait.until - now > shortest) waits.push(wait)
  if (heldUntil !== null && heldUntil > now) waits.push({ cause: 'hold', until: heldUntil })
  return waits
}

/** Returns the wait that ends last; null for none. */
function findLongestCallWait(waits: readonly CallWait[]): CallWait | null {
  return waits.reduce<CallWait | null>((longest, wait) => (wait.until > (longest?.until ?? 0) ? wait : longest), null)
}

/** Returns the account's longest wait, whether or not calls are queued for it. Null: none to show. */
export function findAccountCallWait(usages: readonly QuotaUsage[], accountId: string, now: number): CallWait | null {
  return findLongestCallWait(
    usages.flatMap((usage) => (usage.accountId === accountId ? findCallWaitReasonsToShow(usage, now) : [])),
  )
}
