import type { Database } from '#main/store/database.ts'
import { queryBaseUrlsOfSameServiceAsJson } from './query-base-urls-of-same-service.ts'

/**
 * Returns the account, and the other accounts at the same service. Several of them may list the same domain. Returns
 * only the given ID for a removed account, because its base URL is not stored any more.
 */
export function queryAccountIdsOfSameService(database: Database, accountId: string): string[] {
  const account = database.get<{ baseUrl: string }>('select base_url as baseUrl from account where id = ?', accountId)
  if (account === undefined) return [accountId]
  return database
    .all<{ id: string }>(
      'select id from account where base_url in (select value from json_each(?))',
      queryBaseUrlsOfSameServiceAsJson(database, account.baseUrl),
    )
    .map(({ id }) => id)
}
