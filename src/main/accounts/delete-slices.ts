import { breathe } from '#main/pace/slices.ts'
import type { Database, Param } from '#main/store/database.ts'

/** Rows in one block of the main process, by what a row of each table costs to delete: those of search are taken out of its index one by one. */
const inventoryTables = {
  search_entry: { key: 'rowid', atOnce: 200 },
  record: { key: 'account_id, domain, id', atOnce: 1000 },
  facet: { key: 'account_id, thing, name, facet', atOnce: 500 },
  domain: { key: 'account_id, name', atOnce: 500 },
  server: { key: 'account_id, name', atOnce: 500 },
} as const
const logRowsAtOnce = 2000

type LogTable = 'log_entry' | 'request'

/** Deletes what was read from the service for an account, in slices. It can be read again. */
export async function deleteInventory(database: Database, accountId: string): Promise<void> {
  for (const [table, { key, atOnce }] of Object.entries(inventoryTables)) {
    const sql = `delete from ${table} where (${key}) in (select ${key} from ${table} where account_id = ? limit ${atOnce})`
    while (database.run(sql, accountId).changes > 0) await breathe()
  }
}

export function deleteLogs(database: Database, table: LogTable, column: 'account_id' | 'key_id', id: string): Promise<void> {
  return overRows(database, table, `delete from ${table} where ${column} = ?`, id)
}

export function moveLogs(database: Database, table: LogTable, from: string, to: string): Promise<void> {
  return overRows(database, table, `update ${table} set account_id = ? where account_id = ?`, to, from)
}

/** Runs a change over one stretch of rows after another: the tables are long and not sorted by account. */
async function overRows(database: Database, table: LogTable, sql: string, ...params: Param[]): Promise<void> {
  const last = database.get<{ id: number | null }>(`select max(rowid) as id from ${table}`)?.id ?? 0
  for (let from = 0; from < last; from += logRowsAtOnce) {
    database.run(`${sql} and rowid > ? and rowid <= ?`, ...params, from, from + logRowsAtOnce)
    await breathe()
  }
}
