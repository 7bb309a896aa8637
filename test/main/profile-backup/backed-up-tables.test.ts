import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { systemClock } from '#main/clock.ts'
import { backedUpTables } from '#main/profile-backup/backed-up-tables.ts'
import { openOrRebuildDatabase } from '#main/profile-backup/open-or-rebuild-database.ts'
import { startProfileBackupWriter } from '#main/profile-backup/keep-profile-backup-up-to-date.ts'
import { setMessageLanguage } from '#test/renderer/set-message-language.ts'
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

type Notice = Readonly<Record<'en' | 'ja', RegExp>>
const goneResources: Notice = {
  en: /domains and servers that were gone from the lists, .* with what was read of them/i,
  ja: /一覧からなくなっていたドメインとサーバー.*読み込んだ詳細を含む/,
}
const olderLogs: Notice = { en: /older logs/i, ja: /古いログ/ }

/** The tables without rows in the backup. Each has the text in which the notice of a rebuild names the lost data. */
const lostTables: Readonly<Record<string, Notice>> = {
  domain: goneResources,
  server: goneResources,
  facet: goneResources,
  record: goneResources,
  shrunken_list: { en: /kept because a list was not applied/, ja: /一覧が適用されなかったために残っていた/ },
  offer: { en: /prices and plans, until they are read again/, ja: /料金とプラン（読み直すまで）/ },
  log_entry: olderLogs,
  log_span: olderLogs,
  replaced_secret_log_span: olderLogs,
  log_archive: olderLogs,
  request: { en: /the list “Calls by Banto”/, ja: /「Bantoの呼び出し」の一覧/ },
  usage_reading: { en: /the usage of past days/, ja: /過去の使用状況/ },
  console_history: { en: /the history of the console/, ja: /コンソールの履歴/ },
  job: { en: /ended jobs and jobs that only read/, ja: /終了したジョブ、読み込みだけを行うジョブ/ },
  change_log: { en: /change history/, ja: /変更履歴/ },
  seen_change: { en: /detected changes/, ja: /検出された変更/ },
  snapshot: { en: /snapshots/, ja: /スナップショット/ },
  openapi_document: { en: /OpenAPI documents/, ja: /OpenAPI文書/ },
}

test.each(['en', 'ja'] as const)(
  'The notice of a rebuild names what is not restored of every table (%s)',
  (language) => {
    const text = setMessageLanguage(language)
    onTestFinished(() => void setMessageLanguage('en'))
    for (const cause of ['damaged', 'lost'])
      for (const notice of Object.values(lostTables))
        expect(text(`shell.rebuild.goneText.${cause}`)).toMatch(notice[language])
  },
)

/**
 * Tables that need no backup: the app fills them again, or they have secrets of jobs that a rebuild ends. Tags,
 * customers and notes have a backup of their own.
 */
const notShown = [
  ...['sync_run', 'domain_address', 'domain_nameserver', 'log_reading', 'key_write_check', 'departure'],
  ...['learnt_limit', 'requested_wait', 'told_notification', 'job_secret', 'annotation', 'tag', 'customer'],
]
const backedUpInPart = ['job', 'change_log']
const withoutBackup = [...notShown, ...Object.keys(lostTables).filter((name) => !backedUpInPart.includes(name))]

test('Every table is in the backup, or is named by the notice of a rebuild, or is known to need neither', () => {
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
