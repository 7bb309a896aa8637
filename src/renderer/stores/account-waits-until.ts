import { minuteMs } from '#shared/durations.ts'
import type { QuotaUsage } from '#shared/ipc/accounts.ts'

/**
 * Until when calls of the account must wait, if a limit makes them wait for more than a minute: the limit of the day, or
 * a wait that the service demanded. Calls may or may not be queued. Null: no call must wait so long.
 */
export function accountWaitsUntil(usages: readonly QuotaUsage[], accountId: string, now: number): number | null {
  const ends = usages.flatMap((usage) =>
    usage.accountId === accountId && usage.nextFreeAt !== null && usage.nextFreeAt - now > minuteMs
      ? [usage.nextFreeAt]
      : [],
  )
  return ends.length === 0 ? null : Math.max(...ends)
}
