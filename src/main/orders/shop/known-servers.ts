import { addressesOf } from '../../accounts/addresses.ts'
import type { Database } from '../../store/database.ts'

/** Whether a list of ours, of any account at that service, shows the server id. */
export function createIsServerIdKnown(database: Database): (baseUrl: string, serverId: string) => boolean {
  return (baseUrl, serverId) =>
    database.get('select 1 from server s join account a on a.id = s.account_id where a.base_url in (select value from json_each(?)) and s.server_id = ? and s.gone_since is null', addressesOf(database, baseUrl), serverId) !== undefined
}
