import { queryBaseUrlsOfSameServiceAsJson } from '#main/accounts/query-base-urls-of-same-service.ts'
import type { Database } from '#main/store/database.ts'

/** The check returns true if a stored list of any account at the same service contains the server ID. */
export function createIsServerIdTakenInStoredLists(database: Database): (baseUrl: string, serverId: string) => boolean {
  return (baseUrl, serverId) =>
    database.get(
      'select 1 from server s join account a on a.id = s.account_id where a.base_url in (select value from json_each(?)) and s.server_id = ? and s.gone_since is null',
      queryBaseUrlsOfSameServiceAsJson(database, baseUrl),
      serverId,
    ) !== undefined
}
