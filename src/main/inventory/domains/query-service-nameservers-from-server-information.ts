import { extractNameserversOfServerInformation } from '#shared/dns/nameservers/extract-nameservers-of-server-information.ts'
import { listDistinctNormalizedHostNames } from '#shared/dns/nameservers/has-same-nameservers.ts'
import { queryAccountIdsOfSameService } from '#main/accounts/query-account-ids-of-same-service.ts'
import { idna } from '#main/node-idna.ts'
import type { Database } from '#main/store/database.ts'
import { validJsonOrNullSql } from '#main/store/parse-stored-json.ts'

/**
 * Returns the name servers of the service: those in stored server information of any account at the same service (API
 * description, section "Server information"). Empty while no server information is stored.
 */
export function queryServiceNameserversFromServerInformation(database: Database, accountId: string): string[] {
  // The cross join makes SQLite start at the accounts. It would otherwise scan the details of every domain.
  const rows = database.all<{ names: unknown }>(
    `select distinct json_extract(${validJsonOrNullSql('f.data')}, '$.name_servers') as names from json_each(?) a cross join facet f on f.account_id = a.value
     where f.thing = 'server' and f.facet = 'info'`,
    JSON.stringify(queryAccountIdsOfSameService(database, accountId)),
  )
  return listDistinctNormalizedHostNames(
    rows.flatMap(({ names }) => extractNameserversOfServerInformation(parseJsonColumn(names), idna)),
  )
}

/** `json_extract` returns lists and objects as JSON text, and strings without quotes. */
function parseJsonColumn(value: unknown): unknown {
  if (typeof value !== 'string' || !/^[[{]/.test(value)) return value
  try {
    return JSON.parse(value)
  } catch {
    return value
  }
}
