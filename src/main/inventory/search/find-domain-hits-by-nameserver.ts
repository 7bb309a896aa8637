import type { SearchHit } from '#shared/ipc/global-search-hit-schemas.ts'
import type { Database } from '#main/store/database.ts'

interface DomainOfNameserverRow {
  account_id: string
  name: string
  decoded_name: string | null
  gone_since: number | null
}

/**
 * Finds domains with a name server that contains every word, at most `limit`, by the last reading. A name server that
 * equals the text comes first, then name servers that begin with it. `isAlreadyFound`: whether a domain is already
 * among the hits.
 */
export function findDomainHitsByNameserver(
  database: Database,
  text: string,
  terms: readonly string[],
  limit: number,
  isAlreadyFound: (accountId: string, name: string) => boolean,
): SearchHit[] {
  const whole = text.replace(/\.$/, '')
  const hits: SearchHit[] = []
  const seen = new Set<string>()
  for (const host of queryMatchingHosts(database, whole, terms)) {
    for (const isGone of [false, true]) {
      if (hits.length >= limit) return hits
      for (const row of queryDomainsOfHost(database, host, isGone, limit)) {
        const key = `${row.account_id} ${row.name}`
        if (hits.length >= limit || seen.has(key) || isAlreadyFound(row.account_id, row.name)) continue
        seen.add(key)
        hits.push({
          kind: 'domain',
          accountId: row.account_id,
          target: row.name,
          title: row.decoded_name ?? row.name,
          detail: host,
          matchedIn: 'nameserver',
          isExact: host === whole,
          goneSince: row.gone_since,
        })
      }
    }
  }
  return hits
}

/** Reads each name once from the index. Many domains have the same name servers, so there are few names. */
function queryMatchingHosts(database: Database, whole: string, terms: readonly string[]): string[] {
  const contains = terms.map(() => 'instr(host, ?) > 0').join(' and ')
  const hosts = database
    .all<{ host: string }>(
      `with recursive hosts (host) as (
         select min(host) from domain_nameserver
         union all select (select min(n.host) from domain_nameserver n where n.host > hosts.host) from hosts where host is not null)
       select host from hosts where host is not null and ${contains}`,
      ...terms,
    )
    .map(({ host }) => host)
  const rank = (host: string): number => (host === whole ? 0 : host.startsWith(whole) ? 1 : 2)
  return hosts.sort((one, other) => rank(one) - rank(other))
}

function queryDomainsOfHost(database: Database, host: string, isGone: boolean, limit: number): DomainOfNameserverRow[] {
  // Gone domains are few and have an index. A host may have any number of domains.
  const source = isGone
    ? `domain d cross join domain_nameserver n on n.host = ? and n.entry = d.entry where d.gone_since is not null`
    : `domain_nameserver n cross join search_entry e on e.rowid = n.entry
       cross join domain d on d.account_id = e.account_id and d.name = e.target where n.host = ? and d.gone_since is null`
  return database.all<DomainOfNameserverRow>(
    `select d.account_id, d.name, d.decoded_name, d.gone_since from ${source} limit ?`,
    host,
    limit,
  )
}
