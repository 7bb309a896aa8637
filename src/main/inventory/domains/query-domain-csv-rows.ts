import type { DomainRow } from '#shared/ipc/inventory.ts'
import { getResourceKey } from '#shared/get-resource-key.ts'
import type { Database } from '#main/store/database.ts'
import type { RecordSearchFilter } from './find-record-or-annotation-that-matches-filter.ts'
import { queryDomainRows } from './query-domains.ts'

/** A row of a list with what only its CSV file shows. */
export interface DomainCsvRow extends DomainRow {
  /** The whole note, of which a list shows the beginning. */
  note: string
}

interface StoredNote {
  account_id: string
  name: string
  note: string | null
}

const selectNotesSql = `select n.account_id, n.name, n.note from json_each(?) i
  join annotation n on n.account_id = i.value ->> 'accountId' and n.kind = 'domain' and n.name = i.value ->> 'name'`

/** Returns the rows of `queryDomainRows` with their whole notes. */
export function queryDomainCsvRows(
  database: Database,
  ids: readonly number[],
  search: RecordSearchFilter | null,
): DomainCsvRow[] {
  const rows = queryDomainRows(database, ids, search)
  const names = JSON.stringify(rows.map(({ accountId, name }) => ({ accountId, name })))
  const notes = new Map(
    database
      .all<StoredNote>(selectNotesSql, names)
      .map(({ account_id, name, note }) => [getResourceKey({ accountId: account_id, name }), note]),
  )
  return rows.map((row) => ({ ...row, note: notes.get(getResourceKey(row)) ?? '' }))
}
