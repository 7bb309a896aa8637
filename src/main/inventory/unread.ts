import { catalog } from '#shared/api/catalog.ts'
import { grantOf, mayReach, refusalByGrants } from '#shared/api/grants.ts'
import type { Key } from '#shared/ipc/accounts.ts'
import type { DomainFilter, Unread } from '#shared/ipc/inventory.ts'
import type { Database } from '../store/database.ts'
import { parseWireError } from '../store/stored-error.ts'
import { whereOf, type Where } from './domain-filter.ts'
import { isLastingRefusal } from './due.ts'
import { readableJson, type Thing } from './facets.ts'

const zoneUnread = `d.zone_read_at is null and d.gone_since is null`

/** What was never read, so that no search can find it: lists of the accounts asked for, and zones of the domains that the filter leaves. `keys`: those of an account. */
export function countUnread(database: Database, keys: (accountId: string) => readonly Key[], filter: Omit<DomainFilter, 'text'>, now: number): Unread {
  const { accountIds } = filter
  const asked = whereOf({ ...filter, text: '' }, now)
  const accounts = database
    .all<{ id: string; domain: number | null; server: number | null }>(
      'select a.id, r.domains_read_at as domain, r.servers_read_at as server from account a left join sync_run r on r.account_id = a.id',
    )
    .filter(({ id }) => accountIds === null || accountIds.includes(id))
  const countLists = (list: Thing) => accounts.filter((account) => account[list] === null && mayCome(keys(account.id), list)).length
  const countDenied = (list: Thing) => accounts.filter(({ id }) => !mayCome(keys(id), list)).length
  const zones = accounts.reduce((sum, { id }) => sum + countZones(database, id, keys(id), asked), 0)
  return {
    zones,
    unreadableZones: accounts.reduce((sum, { id }) => sum + countUnreadZones(database, id, asked), 0) - zones,
    domainLists: countLists('domain'),
    serverLists: countLists('server'),
    deniedDomainLists: countDenied('domain'),
    deniedServerLists: countDenied('server'),
    serverInfos: accounts.reduce((sum, { id }) => sum + countServerInfos(database, id, keys(id)), 0),
  }
}

/** A list that no key is made for stays unread for good; of an account without keys nothing was said. */
function mayCome(keys: readonly Key[], list: Thing): boolean {
  return keys.length === 0 || mayReach(keys, list)
}

function countUnreadZones(database: Database, accountId: string, { conditions, params }: Where, more = '', ...values: string[]): number {
  const where = ['d.account_id = ?', zoneUnread, ...conditions].join(' and ')
  return database.get<{ n: number }>(`select count(*) as n from domain d where ${where} ${more}`, accountId, ...params, ...values)?.n ?? 0
}

/** What keeps a key from its calls now, such as a quarantine, passes; what `/v1/me` does not grant stays unread for good. */
function countZones(database: Database, accountId: string, keys: readonly Key[], asked: Where): number {
  const count = (more: string, ...values: string[]): number => countUnreadZones(database, accountId, asked, `and d.is_zone_refused = 0 ${more}`, ...values)
  const mayRead = (key: Key, name: string): boolean => refusalByGrants(key.me, catalog['domain.dns'], { domain_name: name }) === null
  if (keys.some((key) => mayRead(key, 'nowhere.invalid'))) {
    return count('')
  }
  const names = keys.flatMap((key) => ((key.me && grantOf(key.me, 'domain')?.targets) ?? []).filter((name) => mayRead(key, name)))
  if (names.length === 0) return 0
  return count('and d.name in (select value from json_each(?))', JSON.stringify(names.map((name) => name.toLowerCase())))
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
