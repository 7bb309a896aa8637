import { openReadOnlyDatabase, type Database, type SqlParam } from '#main/store/database.ts'

/** The app only shows these rows and never acts on them, so a damaged row does no harm. */
const historyAndDocumentTables = ['change_log', 'seen_change', 'snapshot', 'openapi_document']
const rowsPerRead = 500

type Row = Record<string, SqlParam> & { row_id: number }
type ReadRows = (after: number, limit: number) => Row[]

/**
 * Copies what can be read of the history and of the OpenAPI documents from a damaged file into a database of the same
 * version. Returns the number of rows. The file is not changed. Nothing is copied from a file that SQLite cannot open
 * any more, or that has another version.
 */
export function copyReadableHistoryAndOpenapiDocuments(damagedPath: string, database: Database): number {
  let damaged: Database | null = null
  try {
    const opened = (damaged = openReadOnlyDatabase(damagedPath))
    if (versionOf(opened) !== versionOf(database)) return 0
    return historyAndDocumentTables.reduce((sum, table) => sum + copyReadableRows(opened, database, table), 0)
  } catch {
    return 0
  } finally {
    damaged?.close()
  }
}

const versionOf = (database: Database) => database.get<{ user_version: number }>('pragma user_version')?.user_version

function copyReadableRows(damaged: Database, database: Database, table: string): number {
  const read: ReadRows = (after, limit) =>
    damaged.all<Row>(`select rowid as row_id, * from ${table} where rowid > ? order by rowid limit ?`, after, limit)
  let copied = 0
  for (const { row_id: rowId, ...row } of iterateReadableRows(read)) {
    const names = Object.keys(row)
    try {
      // The ID of the row is the order of the entries.
      database.run(
        `insert into ${table} (rowid, ${names.join(', ')}) values (?${', ?'.repeat(names.length)})`,
        rowId,
        ...Object.values(row),
      )
      copied += 1
    } catch {
      // The damage changed the row, so the table refuses it.
    }
  }
  return copied
}

/** All rows that can be read, by row ID. Skips the IDs from a row that cannot be read to the next row that can. */
function* iterateReadableRows(read: ReadRows): Generator<Row> {
  for (let after = 0; ;) {
    const rows = readOrNull(read, after, rowsPerRead) ?? readOrNull(read, after, 1)
    if (rows === null) {
      const next = findReadableAfter(read, after)
      if (next === null) return
      after = next
      continue
    }
    yield* rows
    const last = rows.at(-1)
    if (!last) return
    after = last.row_id
  }
}

const highestRowId = 2 ** 40

/**
 * Finds the lowest row ID after which rows can be read again; null if there is none. The search doubles the distance
 * until a row can be read, and then bisects.
 */
function findReadableAfter(read: ReadRows, damagedAfter: number): number | null {
  let unreadable = damagedAfter
  let readable = damagedAfter + 1
  while (readOrNull(read, readable, 1) === null) {
    if (readable > highestRowId) return null
    unreadable = readable
    readable += readable - damagedAfter
  }
  while (readable - unreadable > 1) {
    const middle = Math.floor((readable + unreadable) / 2)
    if (readOrNull(read, middle, 1) === null) unreadable = middle
    else readable = middle
  }
  return readable
}

function readOrNull(read: ReadRows, after: number, limit: number): Row[] | null {
  try {
    return read(after, limit)
  } catch {
    return null
  }
}
