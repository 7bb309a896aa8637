import { distinctHostNames, extractNameservers } from '#shared/dns/delegation.ts'
import { idna } from '#main/idna.ts'
import type { Database } from '#main/store/database.ts'
import { validJsonOrNull } from '#main/inventory/detail-store.ts'

/**
 * Every name server of the service that stored server information names (section "Server information"), over all accounts at the address of
 * this one. Empty while no such information was read: then it is not known whose name servers a domain has.
 */
export function queryServiceNameservers(database: Database, accountId: string): string[] {
  // From the accounts on: the planner would rather walk the facets of every domain.
  const rows = database.all<{ names: unknown }>(
    `select distinct json_extract(${validJsonOrNull('f.data')}, '$.name_servers') as names from account a cross join facet f on f.account_id = a.id
     where a.base_url = (select base_url from account where id = ?) and f.thing = 'server' and f.facet = 'info'`,
    accountId,
  )
  return distinctHostNames(rows.flatMap(({ names }) => extractNameservers(parseJsonColumn(names), idna)))
}

/** SQLite gives lists and objects as JSON, and texts as they are. */
function parseJsonColumn(value: unknown): unknown {
  if (typeof value !== 'string' || !/^[[{]/.test(value)) return value
  try {
    return JSON.parse(value)
  } catch {
    return value
  }
}
