import { minuteMs } from '#shared/durations.ts'
import type { QuotaUsage } from '#shared/ipc/accounts.ts'

/**
 * `limit`: a limit of the service. `demanded`: the service asked to wait and named no limit. `hold`: Banto's own hold
 * after keys were refused.
 */
export interface CallWait {
  cause: 'limit' | 'demanded' | 'hold'
  /** Epoch milliseconds. */
  until: number
}

/** Most calls that end with an error are sent again within seconds. Such waits are not shown. */
export const shortestShownRepeatWaitMs = 10_000

type WaitsOfUsage = Pick<
  QuotaUsage,
  'usedMinute' | 'perMinute' | 'nextFreeAt' | 'nextFreeAfter' | 'isWaitUnexplained' | 'heldUntil'
>

/**
 * Returns the reasons for waiting to show: Banto's own hold, the daily limit, or a wait that the service requested.
 * Waits of up to one minute for the limit per minute are normal and not shown. They may begin before the limit is used
 * up, because Banto leaves some calls to other programs. Banto's own pause of some seconds after a 429 is not shown.
 */
export function findCallWaitReasonsToShow(
  { usedMinute, perMinute, nextFreeAt, nextFreeAfter, isWaitUnexplained, heldUntil }: WaitsOfUsage,
  now: number,
): CallWait[] {
  const waits: CallWait[] = []
  const shortest = nextFreeAfter === 'minute' || usedMinute >= perMinute ? minuteMs : 0
  if (nextFreeAt !== null && nextFreeAfter !== 'pause_after_429' && nextFreeAt - now > shortest)
    waits.push({ cause: isWaitUnexplained ? 'demanded' : 'limit', until: nextFreeAt })
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
