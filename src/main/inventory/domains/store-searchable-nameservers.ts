import type { Database } from '#main/store/database.ts'

/**
 * Stores the name servers of a domain, as read, for the search. Call it in a transaction, with the detail.
 * `nameservers`: the list of the answer; anything else counts as an empty list.
 */
export function storeSearchableNameservers(
  database: Database,
  accountId: string,
  domain: string,
  nameservers: unknown,
): void {
  const row = database.get<{ entry: number | null }>(
    'select entry from domain where account_id = ? and name = ?',
    accountId,
    domain,
  )
  if (row === undefined || row.entry === null) return
  const named = Array.isArray(nameservers) ? nameservers.filter((host) => typeof host === 'string') : []
  const hosts = JSON.stringify(named.map((host) => host.toLowerCase().replace(/\.+$/, '')))
  database.run(
    'delete from domain_nameserver where entry = ? and host not in (select value from json_each(?))',
    row.entry,
    hosts,
  )
  database.run(
    'insert or ignore into domain_nameserver (host, entry) select value, ? from json_each(?)',
    row.entry,
    hosts,
  )
}
