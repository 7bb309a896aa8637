import { yieldToEventLoop } from '#main/event-loop/chunked-work.ts'
import type { Database, SqlParam } from '#main/store/database.ts'
import { deleteLogReadings } from './log-archive-state-store.ts'

const logRowsPerChunk = 2000

type LogTable = 'log_entry' | 'request'

export function deleteRequestsOfAccount(database: Database, accountId: string): Promise<void> {
  return runOnRowRanges(database, 'request', 'delete from request where account_id = ?', accountId)
}

/**
 * Deletes the stored log of a key, or of all keys of an account, in chunks. A chunk also deletes what is stored of the
 * readings of the logs whose entries it deletes. Otherwise these logs would count as complete after an interruption,
 * and would not be read again. One such deletion at the start is not enough: a log may be read between two chunks.
 */
export async function deleteLogEntries(database: Database, column: 'account_id' | 'key_id', id: string): Promise<void> {
  // The plus sign keeps SQLite from reading all entries of the key by its index for every range.
  const inRange = `from log_entry where +${column} = ? and rowid > ? and rowid <= ?`
  await forEachRowRange(database, 'log_entry', (from, to) =>
    database.transaction(() => {
      const keys = database.all<{ id: string }>(`select distinct key_id as id ${inRange}`, id, from, to)
      if (keys.length === 0) return
      database.run(`delete ${inRange}`, id, from, to)
      for (const key of keys) deleteLogReadings(database, key.id)
    }),
  )
}

export function reassignLogEntriesOrRequests(
  database: Database,
  table: LogTable,
  from: string,
  to: string,
): Promise<void> {
  return runOnRowRanges(database, table, `update ${table} set account_id = ? where account_id = ?`, to, from)
}

/** Runs a statement on one range of row IDs after another, because the tables are long and not sorted by account. */
export function runOnRowRanges(database: Database, table: LogTable, sql: string, ...params: SqlParam[]): Promise<void> {
  return forEachRowRange(database, table, (from, to) =>
    database.run(`${sql} and rowid > ? and rowid <= ?`, ...params, from, to),
  )
}

/** `from`: not part of the range. */
async function forEachRowRange(
  database: Database,
  table: LogTable,
  work: (from: number, to: number) => void,
): Promise<void> {
  const last = database.get<{ id: number | null }>(`select max(rowid) as id from ${table}`)?.id ?? 0
  for (let from = 0; from < last; from += logRowsPerChunk) {
    work(from, from + logRowsPerChunk)
    await yieldToEventLoop()
  }
}
