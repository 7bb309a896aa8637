import { closeSync, existsSync, fsyncSync, openSync, renameSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { AppError, toWireError } from '#shared/app-error.ts'
import {
  kindsRestoredFromBackup,
  type DatabaseRebuild,
  type DatabaseRebuildCause,
  type KindRestoredFromBackup,
} from '#shared/ipc/app-state-and-settings.ts'
import { countAnnotatedResourcesInBackup } from '#main/annotations/annotation-backup-restorer-and-writer.ts'
import { openDatabase, type Database } from '#main/store/database.ts'
import { migrations } from '#main/store/migrations/index.ts'
import { findPathForUnusableDatabase, renameUnusableDatabase } from '#main/store/rename-unusable-database.ts'
import { storeSetting, userSettingsRowName } from '#main/store/settings-store.ts'
import { backedUpTables } from './backed-up-tables.ts'
import { copyReadableHistoryAndOpenapiDocuments } from './copy-history-and-documents-from-damaged-file.ts'
import { storeDatabaseRebuildMessage } from './database-rebuild-message-store.ts'
import { profileBackupRevisionSetting } from './keep-profile-backup-up-to-date.ts'
import type { ProfileBackupContent, ProfileBackupRow } from './profile-backup-file.ts'

const restoredTables = new Set([...backedUpTables.map(({ name }) => name), 'job_item'])
const kindByTable: Readonly<Record<string, KindRestoredFromBackup>> = {
  saved_view: 'savedViews',
  zone_template: 'templates',
  zone_draft: 'zoneDrafts',
  preset: 'presets',
  console_request: 'savedRequests',
}
const fileSuffixes = ['', '-wal', '-shm', '-journal']

/**
 * Builds a database from the backup in a file of its own, renames the unusable file, and puts the new file in its
 * place. The unusable file itself is not changed. After a crash, either the unusable file is still in its place, or the
 * new file is complete and `completeInterruptedDatabaseRebuild` puts it there.
 */
export function rebuildDatabaseFromBackup(
  path: string,
  backup: ProfileBackupContent,
  { cause, now }: { cause: DatabaseRebuildCause; now: number },
): void {
  const unfinished = `${path}.unfinished`
  removeDatabase(unfinished)
  try {
    const countRows = (name: string) => backup.rows.filter(([table]) => table === name).length
    const kinds = new Set(backup.rows.map(findKindOfRow))
    const rebuild: RebuildBeforeCopying = {
      rebuiltAt: now,
      backupWrittenAt: backup.writtenAt,
      cause,
      damagedPath: isAnyFileOf(path) ? findPathForUnusableDatabase(path, now) : null,
      accounts: countRows('account'),
      restored: kindsRestoredFromBackup.filter((kind) => kinds.has(kind)),
      annotations: countAnnotatedResourcesInBackup(dirname(path)),
      unknownJobs: countRows('job'),
      leftOut: backup.leftOut,
    }
    createFromBackup(unfinished, backup, rebuild, path)
    forceToDisk(unfinished)
    renameSync(unfinished, rebuiltPath(path))
    renameUnusableDatabase(path, now)
    completeInterruptedDatabaseRebuild(path)
  } catch (error) {
    removeDatabase(unfinished)
    throw error
  }
}

/** Most rows of `setting` are no settings of the user, such as the test entry of the keychain. */
function findKindOfRow([table, row]: ProfileBackupRow): KindRestoredFromBackup | undefined {
  if (table === 'setting') return row['name'] === userSettingsRowName ? 'settings' : undefined
  return kindByTable[table]
}

/** Completes a rebuild that a crash interrupted. Call it before the database is opened. */
export function completeInterruptedDatabaseRebuild(path: string): void {
  const rebuilt = rebuiltPath(path)
  if (!existsSync(rebuilt)) return
  // The unusable file is still in its place. It is found to be unusable again.
  if (isAnyFileOf(path)) rmSync(rebuilt)
  else renameSync(rebuilt, path)
}

/** Without what is counted in the new database. */
type RebuildBeforeCopying = Omit<DatabaseRebuild, 'historyEntries' | 'unknownChanges'>

const isAnyFileOf = (path: string) => fileSuffixes.some((suffix) => existsSync(path + suffix))

const rebuiltPath = (path: string) => `${path}.rebuilt`

function createFromBackup(
  path: string,
  { schemaVersion, revision, rows }: ProfileBackupContent,
  rebuild: RebuildBeforeCopying,
  damagedPath: string,
): void {
  let historyEntries = 0
  // The rows have the form of the version that wrote the backup. Later migrations then change these rows, as in every
  // other database.
  const before = openDatabase(path, migrations.slice(0, schemaVersion))
  try {
    before.transaction(() => {
      historyEntries = rebuild.cause === 'damaged' ? copyReadableHistoryAndOpenapiDocuments(damagedPath, before) : 0
      for (const [table, row] of rows) insertRow(before, table, row)
      endJobsWithUnknownOutcome(before, rebuild.rebuiltAt)
      storeSetting(before, profileBackupRevisionSetting, String(revision))
    })
  } finally {
    before.close()
  }
  const database = openDatabase(path)
  try {
    // A copied entry may have another outcome than the backup, so the entries of the new database are counted.
    const unknownChanges =
      database.get<{ n: number }>("select count(*) as n from change_log where result in ('unknown', 'sending')")?.n ?? 0
    storeDatabaseRebuildMessage(database, { ...rebuild, historyEntries, unknownChanges })
  } finally {
    database.close()
  }
}

function insertRow(database: Database, table: string, row: ProfileBackupContent['rows'][number][1]): void {
  if (!restoredTables.has(table)) throw new AppError('database_failed', `The backup names the table ${table}`)
  const names = Object.keys(row)
  if (names.some((name) => !/^\w+$/.test(name))) throw new AppError('database_failed', 'The backup names no column')
  // The damaged file may have a newer state of an entry of the change log.
  const insert = table === 'change_log' ? 'insert or ignore' : 'insert'
  database.run(
    `${insert} into ${table} (${names.join(', ')}) values (${names.map(() => '?').join(', ')})`,
    ...Object.values(row),
  )
}

/**
 * It is not known what a job was doing when the file was damaged or lost. The ended job sends nothing any more, and its
 * items name the domains and servers to look at.
 */
function endJobsWithUnknownOutcome(database: Database, now: number): void {
  const error = toWireError(new AppError('unsettled', 'The database was damaged or lost while the job was under way'))
  database.run(
    `update job_item set state = 'unknown', ended_at = ?, error = ? where ended_at is null`,
    now,
    JSON.stringify(error),
  )
  database.run('update job set ended_at = ?, is_paused = 0 where ended_at is null', now)
}

function removeDatabase(path: string): void {
  for (const suffix of fileSuffixes) rmSync(path + suffix, { force: true })
}

function forceToDisk(path: string): void {
  const file = openSync(path, 'r+')
  try {
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}
