import { dayMs } from '#shared/durations.ts'
import type { Account } from '#shared/ipc/accounts.ts'

/**
 * Returns why Banto may not know all calls of the last 24 hours: the account may have made calls before it was added to
 * Banto, or the database with the count was rebuilt since. Null: Banto has counted its own calls all the time.
 */
export function findWhyCallsOfLastDayMayBeMissing(
  { addedAt }: Pick<Account, 'addedAt'>,
  databaseRebuiltAt: number | null,
  now: number,
): 'added' | 'rebuilt' | null {
  if (databaseRebuiltAt !== null && databaseRebuiltAt > addedAt && now - databaseRebuiltAt < dayMs) return 'rebuilt'
  return now - addedAt < dayMs ? 'added' : null
}
