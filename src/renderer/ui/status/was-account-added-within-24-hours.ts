import { dayMs } from '#shared/durations.ts'
import type { Account } from '#shared/ipc/accounts.ts'

/** True if calls of the last 24 hours may be unknown: the account may have made calls before it was added to Banto. */
export function wasAccountAddedWithin24Hours({ addedAt }: Pick<Account, 'addedAt'>, now: number): boolean {
  return now - addedAt < dayMs
}
