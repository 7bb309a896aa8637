import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { AppError, isAppError, withErrorDetails } from '#shared/app-error.ts'
import type { ErrorKind } from '#shared/error-kinds.ts'
import type { DatabaseRebuildCause } from '#shared/ipc/app-state-and-settings.ts'
import { openDatabase, type Database } from '#main/store/database.ts'
import { migrations } from '#main/store/migrations/index.ts'
import { toDatabaseError } from '#main/store/convert-sqlite-and-file-errors.ts'
import { getProfileBackupPath } from './keep-profile-backup-up-to-date.ts'
import { readProfileBackup, type ProfileBackupContent } from './profile-backup-file.ts'
import { rebuildDatabaseFromBackup } from './rebuild-database-from-backup.ts'

const causeByError: Partial<Record<ErrorKind, DatabaseRebuildCause>> = {
  database_damaged: 'damaged',
  database_missing: 'missing',
  database_foreign: 'foreign',
}

/**
 * Opens the database of the profile. A damaged database is rebuilt from the backup, if the backup is usable. A file
 * that is missing or of another program is rebuilt only with `mayReplace`, because the user may still have the right
 * file. Throws like `openDatabase`, with `details.backupWrittenAt` for a file that `mayReplace` would rebuild. A file
 * of a newer version, or a file that cannot be read or written now, is never rebuilt.
 */
export function openOrRebuildDatabase(
  path: string,
  { mustExist, mayReplace = false, now }: { mustExist: boolean; mayReplace?: boolean; now: number },
): Database {
  try {
    const database = openDatabase(path, undefined, { mustExist })
    if (existsSync(markPath(path))) checkMarkedDatabase(database)
    return database
  } catch (error) {
    const cause = isAppError(error) ? causeByError[error.kind] : undefined
    const backup = cause ? readUsableBackup(path) : null
    if (!cause || !backup || !isAppError(error)) throw error
    if (cause !== 'damaged' && !mayReplace) throw withErrorDetails(error, { backupWrittenAt: backup.writtenAt })
    rebuildOrThrow(path, backup, { cause, now }, error)
    rmSync(markPath(path), { force: true })
    return openDatabase(path, undefined, { mustExist: true })
  }
}

/** Returns null if there is no backup, or if it is damaged, cannot be read or is of a newer version of Banto. */
export function readUsableBackup(path: string): ProfileBackupContent | null {
  try {
    const backup = readProfileBackup(getProfileBackupPath(path))
    return backup === 'unreadable' || (backup?.schemaVersion ?? 0) > migrations.length ? null : backup
  } catch (error) {
    console.error('profile backup:', error)
    return null
  }
}

/**
 * Checks the whole file, which takes seconds if it is large, and closes a damaged database. Without a backup there is
 * no check: the undamaged parts of the file are all that the user has.
 */
function checkMarkedDatabase(database: Database): void {
  const { path } = database
  if (readUsableBackup(path) === null) return
  try {
    const reason = database.get<{ integrity_check: string }>('pragma integrity_check(1)')?.integrity_check
    if (reason !== 'ok')
      throw new AppError('database_damaged', 'The database file is damaged', { details: { path, reason } })
    rmSync(markPath(path))
  } catch (error) {
    database.close()
    throw error
  }
}

/**
 * Throws the error of a full disk or of a folder that cannot be written, because the user can solve it. After any other
 * failure, throws `damage`.
 */
function rebuildOrThrow(
  path: string,
  backup: ProfileBackupContent,
  options: { cause: DatabaseRebuildCause; now: number },
  damage: AppError,
): void {
  try {
    rebuildDatabaseFromBackup(path, backup, options)
  } catch (thrown) {
    const error = toDatabaseError(thrown, path)
    throw isAppError(error, 'disk_full') || isAppError(error, 'database_read_only') ? error : damage
  }
}

/**
 * Marks a database in which damage was found while the app ran, so that the next opening checks the whole file. The
 * mark is a file, because the database cannot be trusted to keep it.
 */
export function markDatabaseAsDamaged(path: string): void {
  writeFileSync(markPath(path), '')
}

const markPath = (path: string) => `${path}.damaged`
