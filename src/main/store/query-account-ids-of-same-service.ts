import type { Database } from './database.ts'

/**
 * Returns the account, and the other accounts with its base URL. Several of them may list the same domain. Returns only
 * the given ID for a removed account, because its base URL is not stored any more.
 */
export function queryAccountIdsOfSameService(database: Database, accountId: string): string[] {
  const ids = database
    .all<{ id: string }>(
      'select id from account where base_url = (select base_url from account where id = ?)',
      accountId,
    )
    .map(({ id }) => id)
  return ids.length > 0 ? ids : [accountId]
}
