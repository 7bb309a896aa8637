import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { systemClock } from '#main/clock.ts'
import { backedUpTables } from '#main/profile-backup/backed-up-tables.ts'
import { openOrRebuildDatabase } from '#main/profile-backup/open-or-rebuild-database.ts'
import { startProfileBackupWriter } from '#main/profile-backup/profile-backup-writer.ts'
import { openDatabase, type Database, type SqlParam } from '#main/store/database.ts'

function newPath(): string {
  const folder = mkdtempSync(join(tmpdir(), 'banto-tables-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return join(folder, 'banto.db')
}

const names = (database: Database, sql: string) => database.all<{ name: string }>(sql).map(({ name }) => name)

/** Values that make a row one of the backup. All other texts are the same, so that references between the rows hold. */
const values: Record<string, Record<string, SqlParam>> = {
  log_address: { is_marked: 1 },
  job: { kind: 'domain_changes', ended_at: null, is_complete: 1 },
  change_log: { result: 'unknown' },
}

function insertRow(database: Database, table: string): void {
  const columns = database.all<{ name: string; type: string }>(`select name, type from pragma_table_info('${table}')`)
  const byType: Record<string, SqlParam> = { TEXT: 'text', INTEGER: 1 }
  const row = columns.map(
    ({ name, type }) => values[table]?.[name] ?? (name in (values[table] ?? {}) ? null : byType[type]),
  )
  database.run(
    `insert into ${table} (${columns.map(({ name }) => name).join(', ')}) values (${columns.map(() => '?').join(', ')})`,
    ...row.map((value) => value ?? null),
  )
}

const readAll = (database: Database) =>
  Object.fromEntries(
    backedUpTables.map(({ name, where = 'true' }) => [name, database.all(`select * from ${name} where ${where}`)]),
  )

test.each(['sending', 'unknown'])('A single change whose outcome is not decided (%s) comes back', async (result) => {
  const path = newPath()
  const database = openDatabase(path)
  insertRow(database, 'change_log')
  database.run('update change_log set result = ?, job_id = null', result)
  await startProfileBackupWriter({
    database,
    clock: systemClock,
    onError: (error) => expect.unreachable(String(error)),
  }).close()
  database.close()
  writeFileSync(path, 'x'.repeat(5000))

  const rebuilt = openOrRebuildDatabase(path, { mustExist: true, now: 7 })
  onTestFinished(() => rebuilt.close())
  expect(rebuilt.all('select result from change_log')).toEqual([{ result }])
})

test('A row of every table of the backup comes back with all its values', async () => {
  const path = newPath()
  const database = openDatabase(path)
  for (const { name } of backedUpTables) insertRow(database, name)
  const before = readAll(database)
  expect(Object.values(before).map((rows) => rows.length)).toEqual(backedUpTables.map(() => 1))
  await startProfileBackupWriter({
    database,
    clock: systemClock,
    onError: (error) => expect.unreachable(String(error)),
  }).close()
  database.close()
  writeFileSync(path, 'x'.repeat(5000))

  const rebuilt = openOrRebuildDatabase(path, { mustExist: true, now: 7 })
  onTestFinished(() => rebuilt.close())
  // The job is ended.
  expect(readAll(rebuilt)).toEqual({ ...before, job: [] })
  expect(rebuilt.get('select id, ended_at, is_paused from job')).toEqual({ id: 'text', ended_at: 7, is_paused: 0 })
})

/**
 * What the service returns again, what is counted or indexed, and what is read from the damaged file. Tags, customers
 * and notes have a backup of their own.
 */
const withoutBackup = [
  ...[
    'domain',
    'server',
    'facet',
    'record',
    'offer',
    'shrunken_list',
    'sync_run',
    'domain_address',
    'domain_nameserver',
  ],
  ...['log_entry', 'log_span', 'log_archive', 'log_reading', 'key_write_check', 'request', 'usage_reading'],
  ...['departure', 'learnt_limit', 'requested_wait', 'told_notification', 'console_history', 'job_secret'],
  ...['annotation', 'tag', 'customer', 'seen_change', 'snapshot', 'openapi_document'],
]

test('Every table is in the backup, or is known to need none', () => {
  const database = openDatabase(newPath())
  onTestFinished(() => database.close())
  const tables = names(
    database,
    `select name from sqlite_schema where type = 'table' and name not like 'sqlite%' and name not like 'search%'`,
  )
  expect(tables.toSorted()).toEqual(
    [...withoutBackup, ...backedUpTables.map(({ name }) => name), 'job_item'].toSorted(),
  )
})
