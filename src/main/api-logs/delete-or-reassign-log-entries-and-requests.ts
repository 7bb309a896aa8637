import { yieldToEventLoop } from '#main/event-loop/chunked-work.ts'
import type { Database, SqlParam } from '#main/store/database.ts'

const logRowsPerChunk = 2000

type LogTable = 'log_entry' | 'request'

export function deleteLogEntriesOrRequests(
  database: Database,
  table: LogTable,
  column: 'account_id' | 'key_id',
  id: string,
): Promise<void> {
  return forEachRowRange(database, table, `delete from ${table} where ${column} = ?`, id)
}

export function reassignLogEntriesOrRequests(
  database: Database,
  table: LogTable,
  from: string,
  to: string,
): Promise<void> {
  return forEachRowRange(database, table, `update ${table} set account_id = ? where account_id = ?`, to, from)
}

/** Runs a statement on one range of row IDs after another, because the tables are long and not sorted by account. */
export async function forEachRowRange(
  database: Database,
  table: LogTable,
  sql: string,
  ...params: SqlParam[]
): Promise<void> {
  const last = database.get<{ id: number | null }>(`select max(rowid) as id from ${table}`)?.id ?? 0
  for (let from = 0; from < last; from += logRowsPerChunk) {
    database.run(`${sql} and rowid > ? and rowid <= ?`, ...params, from, from + logRowsPerChunk)
    await yieldToEventLoop()
  }
}
