import type { DomainStatus } from '#shared/api/domain-schemas.ts'
import type { AccountOverlap } from '#shared/ipc/accounts.ts'
import { serviceIdentityOf } from '#main/api/compare-base-urls.ts'
import type { Database } from '#main/store/database.ts'
import { queryBaseUrlsOfSameServiceAsJson } from './query-base-urls-of-same-service.ts'

/** Maximum number of names given as examples. */
const maxExampleNames = 20
/** A domain that moves from one user to another is listed for both. */
const movingStatus: DomainStatus = 'transferring'

/** Names in the lists of a key or an account, without domains that are moving. Null: the list is not allowed for the key, or was not read. */
export interface ListedNames {
  domain: string[] | null
  server: string[] | null
}

export function namesOfDomainsNotInTransfer(domains: readonly { domain_name: string; status: string }[]): string[] {
  return domains.filter(({ status }) => status !== movingStatus).map(({ domain_name }) => domain_name)
}

/** The stored names of an account. An empty list counts only after the lists were read. */
export function queryListedNames(database: Database, accountId: string): ListedNames {
  const areRead =
    database.get('select 1 from sync_run where account_id = ? and lists_read_at is not null', accountId) !== undefined
  const names = (sql: string, ...more: string[]) => {
    const rows = database.all<{ name: string }>(sql, accountId, ...more)
    return areRead || rows.length > 0 ? rows.map(({ name }) => name) : null
  }
  return {
    domain: names('select name from domain where account_id = ? and gone_since is null and status <> ?', movingStatus),
    server: names('select name from server where account_id = ? and gone_since is null'),
  }
}

export interface AccountPairOverlap {
  accountId: string
  otherAccountId: string
  names: string[]
  count: number
}

interface Found {
  accountId: string
  otherAccountId: string
  name: string
}

/** Pairs of accounts at one service that list the same domain or server: their keys belong to one user and share its quota. */
export function queryOverlaps(database: Database): AccountPairOverlap[] {
  const pair = (table: 'domain' | 'server', only: string) =>
    `with shared as (select name from ${table} where gone_since is null group by name having count(*) > 1)
     select a.account_id as accountId, b.account_id as otherAccountId, a.name as name
     from shared s cross join ${table} a on a.name = s.name cross join ${table} b on b.name = s.name and b.account_id > a.account_id
     where a.gone_since is null and b.gone_since is null ${only}`
  const found = [
    ...database.all<Found>(pair('domain', 'and a.status <> ? and b.status <> ?'), movingStatus, movingStatus),
    ...database.all<Found>(pair('server', '')),
  ]
  const services = new Map(
    database
      .all<{ id: string; baseUrl: string }>('select id, base_url as baseUrl from account')
      .map(({ id, baseUrl }) => [id, serviceIdentityOf(baseUrl)]),
  )
  const pairs = new Map<string, AccountPairOverlap>()
  for (const { accountId, otherAccountId, name } of found) {
    if (services.get(accountId) !== services.get(otherAccountId)) continue
    const id = `${accountId} ${otherAccountId}`
    const entry = pairs.get(id) ?? { accountId, otherAccountId, names: [], count: 0 }
    entry.count += 1
    if (entry.names.length < maxExampleNames) entry.names.push(name)
    pairs.set(id, entry)
  }
  return [...pairs.values()]
}

/** Accounts at the service of `baseUrl`, except `accountId`, that list one of these domains or servers. */
export function queryOverlapsOfNames(
  database: Database,
  {
    baseUrl,
    accountId,
    domains,
    servers,
  }: { baseUrl: string; accountId: string | null; domains: string[]; servers: string[] },
): AccountOverlap[] {
  const shown = (table: 'domain' | 'server') =>
    `select t.account_id as accountId, a.label as accountLabel, t.name as name from json_each(?) j
     cross join ${table} t on t.name = j.value join account a on a.id = t.account_id
     where a.base_url in (select value from json_each(?)) and a.id is not ? and t.gone_since is null`
  const addresses = queryBaseUrlsOfSameServiceAsJson(database, baseUrl)
  const found = [
    ...database.all<{ accountId: string; accountLabel: string; name: string }>(
      `${shown('domain')} and t.status <> ?`,
      JSON.stringify(domains),
      addresses,
      accountId,
      movingStatus,
    ),
    ...database.all<{ accountId: string; accountLabel: string; name: string }>(
      shown('server'),
      JSON.stringify(servers),
      addresses,
      accountId,
    ),
  ]
  const byAccount = new Map<string, AccountOverlap>()
  for (const { name, ...account } of found) {
    const entry = byAccount.get(account.accountId) ?? { ...account, names: [], count: 0 }
    entry.count += 1
    if (entry.names.length < maxExampleNames) entry.names.push(name)
    byAccount.set(account.accountId, entry)
  }
  return [...byAccount.values()]
}
