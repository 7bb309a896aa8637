import type { DomainRow } from '#shared/ipc/inventory.ts'
import { getResourceKey } from '#shared/get-resource-key.ts'
import type { Database } from '#main/store/database.ts'
import type { RecordSearchFilter } from './find-record-or-annotation-that-matches-filter.ts'
import { validJsonOrNullSql } from '#main/store/parse-stored-json.ts'
import { queryDomainRows } from './query-domains.ts'

/** A row of a list with what only its CSV file shows. */
export interface DomainCsvRow extends DomainRow {
  /** The whole note, of which a list shows the beginning. */
  note: string
  /** Null: never read. */
  nameserversReadAt: number | null
  lockReadAt: number | null
  whoisReadAt: number | null
}

interface StoredDetails {
  account_id: string
  name: string
  note: string | null
  nameservers_read_at: number | null
  lock_read_at: number | null
  /** The value of the lock's own reading, which a newer contract may have replaced in the row. */
  read_lock: number | null
  whois_read_at: number | null
}

const selectReadAt = (detailKind: string) =>
  `(select f.read_at from facet f where f.account_id = i.value ->> 'accountId' and f.thing = 'domain'
    and f.name = i.value ->> 'name' and f.facet = '${detailKind}')`

const selectDetailsSql = `select i.value ->> 'accountId' as account_id, i.value ->> 'name' as name, n.note,
    ${selectReadAt('nameservers')} as nameservers_read_at, ${selectReadAt('lock')} as lock_read_at,
    (select json_extract(${validJsonOrNullSql('f.data')}, '$.locked') from facet f where f.account_id = i.value ->> 'accountId'
      and f.thing = 'domain' and f.name = i.value ->> 'name' and f.facet = 'lock') as read_lock, ${selectReadAt('whois')} as whois_read_at
  from json_each(?) i
  left join annotation n on n.account_id = i.value ->> 'accountId' and n.kind = 'domain' and n.name = i.value ->> 'name'`

/** Returns the rows of `queryDomainRows` with the fields that only the CSV file shows. */
export function queryDomainCsvRows(
  database: Database,
  ids: readonly number[],
  search: RecordSearchFilter | null,
): DomainCsvRow[] {
  const rows = queryDomainRows(database, ids, search)
  const names = JSON.stringify(rows.map(({ accountId, name }) => ({ accountId, name })))
  const details = new Map(
    database
      .all<StoredDetails>(selectDetailsSql, names)
      .map((stored) => [getResourceKey({ accountId: stored.account_id, name: stored.name }), stored]),
  )
  return rows.map((row) => {
    const stored = details.get(getResourceKey(row))
    const isLockOfContract = typeof row.isLocked === 'boolean' && stored?.read_lock !== Number(row.isLocked)
    return {
      ...row,
      note: stored?.note ?? '',
      nameserversReadAt: stored?.nameservers_read_at ?? null,
      lockReadAt: (isLockOfContract ? row.detailReadAt : stored?.lock_read_at) ?? null,
      whoisReadAt: stored?.whois_read_at ?? null,
    }
  })
}
