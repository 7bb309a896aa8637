import { minuteMs } from '#shared/durations.ts'
import type { QuotaUsage } from '#shared/ipc/accounts.ts'

/**
 * Until when a limit other than that of the minute makes calls wait: the limit of the day, or a wait that the service
 * demanded. Waits of up to a minute for a used up minute are the normal pace of calls. Null: no such wait.
 */
export function namedWaitEnd(
  { usedMinute, perMinute, nextFreeAt }: Pick<QuotaUsage, 'usedMinute' | 'perMinute' | 'nextFreeAt'>,
  now: number,
): number | null {
  const shortest = usedMinute < perMinute ? 0 : minuteMs
  return nextFreeAt !== null && nextFreeAt - now > shortest ? nextFreeAt : null
}

/** The longest `namedWaitEnd` of the account. Calls may or may not be queued. */
export function accountWaitsUntil(usages: readonly QuotaUsage[], accountId: string, now: number): number | null {
  const ends = usages.flatMap((usage) => (usage.accountId === accountId ? (namedWaitEnd(usage, now) ?? []) : []))
  return ends.length === 0 ? null : Math.max(...ends)
}
