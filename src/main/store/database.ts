import { DatabaseSync, type StatementSync } from 'node:sqlite'
import { findIpAddresses } from '#shared/find-ip-addresses-in-text.ts'
import { findServerHostNames } from '#shared/find-host-names-in-server-information.ts'
import { doesRecordPointToHost } from '#shared/record-target-hosts.ts'
import { AppError } from '#shared/app-error.ts'
import { assertSqliteHeader, createOwnerOnlyFile, isNonEmptyFile } from './create-and-check-database-file.ts'
import { migrations as allMigrations } from '#main/store/migrations/index.ts'
import { parseJsonOrNull } from './parse-stored-json.ts'
import { toDatabaseError } from './convert-sqlite-and-file-errors.ts'

export type SqlParam = string | number | bigint | null | Uint8Array

/**
 * One SQLite file, synchronous. Every function throws AppError: `disk_full`, `database_read_only`, `database_damaged`,
 * `database_failed`.
 */
export interface Database {
  readonly path: string
  /** Runs a writing statement. `lastId` is the rowid of the last inserted row. */
  run(sql: string, ...params: SqlParam[]): { changes: number; lastId: number }
  get<T>(sql: string, ...params: SqlParam[]): T | undefined
  all<T>(sql: string, ...params: SqlParam[]): T[]
  /**
   * Runs `work` in one transaction and rolls it back if `work` throws. Nested calls join the outer transaction. `work`
   * must be synchronous.
   */
  transaction<T>(work: () => T): T
  /** Runs `work`, which only reads, so that all its queries see the data of one moment. `work` must be synchronous. */
  readTransaction<T>(work: () => T): T
  /**
   * Calls `onChange` after this connection changed rows of the table; once for all changes up to the next microtask.
   * `conditions`: SQL on `old` and `new` of the changed row; absent: every row.
   */
  watchTable(table: string, conditions: { old: string; new: string } | undefined, onChange: () => void): void
  close(): void
}

const statementsKept = 256
const busyTimeoutMs = 5000

/**
 * Opens the file, creates it if it is missing, and migrates it to the newest version. Throws `database_newer`
 * (details.fileVersion, details.appVersion) and `database_foreign`; such a file is not changed. `synchronous = normal`
 * survives a crash of the app. Data that must survive a power loss sets stricter pragmas itself (`synchronous`,
 * `fullfsync`). `isExclusive`: no other process can open the file until this one closes it or ends. If another process
 * holds it, throws `database_failed` with `errcode` 5 at once. `mustExist`: throws `database_missing` if the file is
 * missing or has no table.
 */
export function openDatabase(
  path: string,
  migrations: readonly string[] = allMigrations,
  { isExclusive = false, mustExist = false } = {},
): Database {
  try {
    // Checked before opening: if the file is empty, opening it would delete its journal.
    if (mustExist && !isNonEmptyFile(path)) throw databaseMissingError(path)
    createOwnerOnlyFile(path)
    assertSqliteHeader(path)
    const connection = new DatabaseSync(path, { timeout: isExclusive ? 0 : busyTimeoutMs })
    try {
      if (isExclusive) connection.exec('pragma locking_mode = exclusive')
      assertBantoDatabase(connection, path, migrations, mustExist)
      prepareConnection(connection, migrations)
    } catch (error) {
      connection.close()
      throw error
    }
    return wrapConnection(connection, path)
  } catch (error) {
    throw toDatabaseError(error, path)
  }
}

/** Opens a connection that only reads, beside the connection that opened and migrated the file. */
export function openReadOnlyDatabase(path: string): Database {
  try {
    const connection = new DatabaseSync(path, { readOnly: true, timeout: busyTimeoutMs })
    addFunctions(connection)
    return wrapConnection(connection, path)
  } catch (error) {
    throw toDatabaseError(error, path)
  }
}

/**
 * Banto's files have no application ID, and every one contains the first table of the first migration. Throws
 * `database_foreign` or `database_missing`.
 */
function assertBantoDatabase(
  connection: DatabaseSync,
  path: string,
  migrations: readonly string[],
  mustExist: boolean,
): void {
  const { application_id: applicationId } = connection.prepare('pragma application_id').get() as {
    application_id: number
  }
  const tables = (
    connection.prepare(`select name from sqlite_schema where type = 'table'`).all() as { name: string }[]
  ).map(({ name }) => name)
  const [, ownTable = ''] = /create table (\w+)/.exec(migrations[0] ?? '') ?? []
  if (applicationId !== 0 || (tables.length > 0 && !tables.includes(ownTable))) {
    throw new AppError('database_foreign', 'The database file belongs to another program', { details: { path } })
  }
  if (mustExist && tables.length === 0) throw databaseMissingError(path)
}

function databaseMissingError(path: string): AppError {
  return new AppError('database_missing', 'The database file is missing or empty', { details: { path } })
}

function prepareConnection(connection: DatabaseSync, migrations: readonly string[]): void {
  const { user_version: version } = connection.prepare('pragma user_version').get() as { user_version: number }
  if (version > migrations.length) {
    throw new AppError(
      'database_newer',
      `The database is of version ${version}; this app knows versions up to ${migrations.length}`,
      { details: { fileVersion: version, appVersion: migrations.length } },
    )
  }
  connection.exec('pragma journal_mode = wal')
  connection.exec('pragma synchronous = normal')
  connection.exec('pragma foreign_keys = on')
  // Opening a file that cannot be written throws nothing. Taking the write lock throws now, instead of at the first
  // change.
  connection.exec('begin immediate')
  connection.exec('rollback')
  addFunctions(connection)
  for (const [index, sql] of migrations.entries()) if (index >= version) migrate(connection, sql, index + 1)
  readSchema(connection)
}

/**
 * `addresses_in`: the IP addresses in a text, as a JSON array. A migration and queries use it. `points_to_host`:
 * whether a record of a type and a content points to a host (`doesRecordPointToHost`). `host_names_of_server`: the host
 * names in the information of a server, as a JSON array.
 */
function addFunctions(connection: DatabaseSync): void {
  connection.function('addresses_in', { deterministic: true }, (text) => JSON.stringify(findIpAddresses(String(text))))
  connection.function('points_to_host', { deterministic: true }, (type, content, host) =>
    Number(doesRecordPointToHost({ type: String(type), content: String(content) }, String(host))),
  )
  connection.function('host_names_of_server', { deterministic: true }, (info) =>
    JSON.stringify(findServerHostNames(parseJsonOrNull(String(info)) as Record<string, unknown> | null)),
  )
}

function migrate(connection: DatabaseSync, sql: string, version: number): void {
  connection.exec('begin immediate')
  try {
    connection.exec(sql)
    connection.exec(`pragma user_version = ${version}`)
    connection.exec('commit')
  } catch (error) {
    if (connection.isTransaction) connection.exec('rollback')
    throw error
  }
}

/**
 * Reads the root page of every table, not of an index of it. A full check of a large file takes seconds; other damage
 * is reported when it is found.
 */
function readSchema(connection: DatabaseSync): void {
  const tables = connection.prepare(`select name from sqlite_schema where type = 'table'`).all() as { name: string }[]
  for (const { name } of tables) connection.prepare(`select * from "${name.replaceAll('"', '""')}" limit 1`).get()
}

function wrapConnection(connection: DatabaseSync, path: string): Database {
  const statements = new Map<string, StatementSync>()
  let depth = 0

  function statement(sql: string): StatementSync {
    const known = statements.get(sql)
    if (known) return known
    const made = connection.prepare(sql)
    const [oldest] = statements.keys()
    if (statements.size >= statementsKept && oldest !== undefined) statements.delete(oldest)
    statements.set(sql, made)
    return made
  }

  function withDatabaseErrors<T>(work: () => T): T {
    try {
      return work()
    } catch (error) {
      throw toDatabaseError(error, path)
    }
  }

  function runInTransaction<T>(begin: 'begin immediate' | 'begin', work: () => T): T {
    if (depth > 0) return work()
    return withDatabaseErrors(() => {
      connection.exec(begin)
      depth += 1
      try {
        const result = work()
        if (result instanceof Promise) throw new AppError('bug', 'A transaction cannot wait')
        connection.exec('commit')
        return result
      } catch (error) {
        // After some failures, a full disk among them, SQLite has already ended the transaction.
        if (connection.isTransaction) connection.exec('rollback')
        throw error
      } finally {
        depth -= 1
      }
    })
  }

  return {
    path,
    run: (sql, ...params) =>
      withDatabaseErrors(() => {
        const { changes, lastInsertRowid } = statement(sql).run(...params)
        return { changes: Number(changes), lastId: Number(lastInsertRowid) }
      }),
    get: <T>(sql: string, ...params: SqlParam[]) =>
      withDatabaseErrors(() => statement(sql).get(...params) as T | undefined),
    all: <T>(sql: string, ...params: SqlParam[]) => withDatabaseErrors(() => statement(sql).all(...params) as T[]),
    transaction: (work) => runInTransaction('begin immediate', work),
    readTransaction: (work) => runInTransaction('begin', work),
    watchTable: (table, conditions, onChange) =>
      withDatabaseErrors(() => createChangeTriggers(connection, table, conditions, onChange)),
    close: () => {
      statements.clear()
      if (connection.isOpen) connection.close()
    },
  }
}

function createChangeTriggers(
  connection: DatabaseSync,
  table: string,
  conditions: { old: string; new: string } | undefined,
  onChange: () => void,
): void {
  let isPending = false
  // A trigger runs inside a statement, where no other statement should run.
  connection.function(`note_change_of_${table}`, () => {
    if (!isPending) queueMicrotask(() => ((isPending = false), onChange()))
    isPending = true
    return null
  })
  const when = conditions ?? { old: 'true', new: 'true' }
  const events = { insert: when.new, update: `(${when.old}) or (${when.new})`, delete: when.old }
  for (const [event, condition] of Object.entries(events))
    connection.exec(
      `create temp trigger ${table}_${event}_noted after ${event} on main.${table} when ${condition}
       begin select note_change_of_${table}(); end`,
    )
}
