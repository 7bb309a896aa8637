import { z } from 'zod'
import type { ShrunkenList } from '#shared/ipc/accounts.ts'
import type { Database } from '#main/store/database.ts'
import { parseJsonOrNull } from '#main/store/parse-stored-json.ts'
import { minMsUntilShrunkenListConfirmed, type PendingShrunkenList } from './detect-gone-names-or-shrunken-list.ts'
import type { ResourceKind } from '#main/inventory/details/detail-store.ts'

interface ShrunkenListRow {
  account_id: string
  list: ResourceKind
  first_read_at: number
  read_at: number
  held: number
  missing: string
}

/**
 * Returns null when no list of the account awaits confirmation. An unreadable row counts as none: the next list is
 * compared with the inventory.
 */
export function queryPendingShrunkenList(
  database: Database,
  accountId: string,
  list: ResourceKind,
): PendingShrunkenList | null {
  const row = database.get<ShrunkenListRow>(
    'select * from shrunken_list where account_id = ? and list = ? and json_valid(missing)',
    accountId,
    list,
  )
  return row
    ? {
        firstReadAt: row.first_read_at,
        readAt: row.read_at,
        expectedCount: row.held,
        missing: z.array(z.string()).catch([]).parse(parseJsonOrNull(row.missing)),
      }
    : null
}

/** `shrunken` null: deletes the row. */
export function savePendingShrunkenList(
  database: Database,
  accountId: string,
  list: ResourceKind,
  shrunken: PendingShrunkenList | null,
): void {
  if (shrunken === null) {
    database.run('delete from shrunken_list where account_id = ? and list = ?', accountId, list)
    return
  }
  database.run(
    'insert or replace into shrunken_list (account_id, list, first_read_at, read_at, held, missing) values (?, ?, ?, ?, ?, ?)',
    accountId,
    list,
    shrunken.firstReadAt,
    shrunken.readAt,
    shrunken.expectedCount,
    JSON.stringify(shrunken.missing),
  )
}

/** Returns all lists awaiting confirmation, ordered by account label; `missing` is the number of missing names. */
export function queryAllPendingShrunkenLists(database: Database): (ShrunkenList & { accountId: string })[] {
  const rows = database.all<Omit<ShrunkenListRow, 'missing'> & { missing: number }>(
    `select s.account_id, s.list, s.first_read_at, s.read_at, s.held, json_array_length(s.missing) as missing
     from shrunken_list s join account a on a.id = s.account_id where json_valid(s.missing) order by a.label collate nocase, a.id, s.list`,
  )
  return rows.map(({ account_id, list, first_read_at, read_at, held, missing }) => ({
    accountId: account_id,
    list,
    missing,
    expectedCount: held,
    firstReadAt: first_read_at,
    readAt: read_at,
    acceptedFrom: first_read_at + minMsUntilShrunkenListConfirmed,
  }))
}
