import { catalog } from '#shared/api/catalog.ts'
import { grantOf, refusalByGrants } from '#shared/api/grants.ts'
import type { Key } from '#shared/ipc/accounts.ts'
import type { Database } from '../store/database.ts'

const zoneUnread = `zone_read_at is null and is_zone_refused = 0 and gone_since is null`

/** What was never read over the accounts given (null: all), so that no search can find it. `keys`: those of an account. */
export function countUnread(database: Database, keys: (accountId: string) => readonly Key[], accountIds: readonly string[] | null): { zones: number; accounts: number } {
  const accounts = database
    .all<{ id: string; at: number | null }>('select a.id, r.lists_read_at as at from account a left join sync_run r on r.account_id = a.id')
    .filter(({ id }) => accountIds === null || accountIds.includes(id))
  return {
    zones: accounts.reduce((sum, { id }) => sum + countZones(database, id, keys(id)), 0),
    accounts: accounts.filter(({ at }) => at === null).length,
  }
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
