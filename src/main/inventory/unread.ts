import { catalog } from '#shared/api/catalog.ts'
import { grantOf, mayReach, refusalByGrants } from '#shared/api/grants.ts'
import type { Key } from '#shared/ipc/accounts.ts'
import type { Unread } from '#shared/ipc/inventory.ts'
import type { Database } from '../store/database.ts'
import { parseWireError } from '../store/stored-error.ts'
import { isLastingRefusal } from './due.ts'
import { readableJson, type Thing } from './facets.ts'

const zoneUnread = `zone_read_at is null and is_zone_refused = 0 and gone_since is null`

/** What was never read over the accounts given (null: all), so that no search can find it. `keys`: those of an account. */
export function countUnread(database: Database, keys: (accountId: string) => readonly Key[], accountIds: readonly string[] | null): Unread {
  const accounts = database
    .all<{ id: string; domain: number | null; server: number | null }>(
      'select a.id, r.domains_read_at as domain, r.servers_read_at as server from account a left join sync_run r on r.account_id = a.id',
    )
    .filter(({ id }) => accountIds === null || accountIds.includes(id))
  const countLists = (list: Thing) => accounts.filter((account) => account[list] === null && mayCome(keys(account.id), list)).length
  return {
    zones: accounts.reduce((sum, { id }) => sum + countZones(database, id, keys(id)), 0),
    domainLists: countLists('domain'),
    serverLists: countLists('server'),
    serverInfos: accounts.reduce((sum, { id }) => sum + countServerInfos(database, id, keys(id)), 0),
  }
}

/** A list that no key is made for stays unread for good; of an account without keys nothing was said. */
function mayCome(keys: readonly Key[], list: Thing): boolean {
  return keys.length === 0 || mayReach(keys, list)
}

/** What keeps a key from its calls now, such as a quarantine, passes; what `/v1/me` does not grant stays unread for good. */
function countZones(database: Database, accountId: string, keys: readonly Key[]): number {
  const mayRead = (key: Key, name: string): boolean => refusalByGrants(key.me, catalog['domain.dns'], { domain_name: name }) === null
  if (keys.some((key) => mayRead(key, 'nowhere.invalid'))) {
    return database.get<{ n: number }>(`select count(*) as n from domain where account_id = ? and ${zoneUnread}`, accountId)?.n ?? 0
  }
  const names = keys.flatMap((key) => ((key.me && grantOf(key.me, 'domain')?.targets) ?? []).filter((name) => mayRead(key, name)))
  if (names.length === 0) return 0
  return database.get<{ n: number }>(
    `select count(*) as n from domain where account_id = ? and ${zoneUnread} and name in (select value from json_each(?))`,
    accountId,
    JSON.stringify(names.map((name) => name.toLowerCase())),
  )?.n ?? 0
}

/** As of zones; servers are few. */
function countServerInfos(database: Database, accountId: string, keys: readonly Key[]): number {
  const servers = database.all<{ name: string; error: string | null }>(
    `select s.name, f.error from server s left join facet f on f.account_id = s.account_id and f.thing = 'server' and f.name = s.name and f.facet = 'info'
     where s.account_id = ? and s.gone_since is null and ${readableJson('f.data')} is null`,
    accountId,
  )
  return servers.filter(({ name, error }) => {
    const isRefused = isLastingRefusal(parseWireError(error)?.code ?? null)
    return !isRefused && keys.some((key) => refusalByGrants(key.me, catalog['hosting.info'], { servername: name }) === null)
  }).length
}
