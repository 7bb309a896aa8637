import { registrarLockEppStatus } from '#shared/api/domain-schemas.ts'
import type { Database } from '#main/store/database.ts'
import { validJsonOrNullSql } from '#main/store/parse-stored-json.ts'

const selectDetailSql = (detailKind: string) =>
  `select f.read_at, ${validJsonOrNullSql('f.data')} as data from facet f
   where f.account_id = ?1 and f.thing = 'domain' and f.name = ?2 and f.facet = '${detailKind}'`

const storeNewestLockStateSql = `update domain set is_locked = (
  select case
    when json_type(l.data, '$.locked') not in ('true', 'false') then null
    when c.read_at > l.read_at and json_type(c.data, '$.epp_statuses') = 'array'
      then exists (select 1 from json_each(c.data, '$.epp_statuses') e where e.value = '${registrarLockEppStatus}')
    else json_extract(l.data, '$.locked')
  end
  from (${selectDetailSql('lock')}) l left join (${selectDetailSql('detail')}) c)
  where account_id = ?1 and name = ?2`

/**
 * Stores the registrar lock by which the list filters. The contract contains the lock as an EPP status (API
 * description, section "Domain"), so a contract that was read after the lock replaces its state. The lock stays unknown
 * until it was read itself: an unread lock has no other fields either.
 */
export function storeNewestRegistrarLockState(database: Database, accountId: string, name: string): void {
  database.run(storeNewestLockStateSql, accountId, name)
}
