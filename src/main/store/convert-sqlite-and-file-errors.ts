import { accessSync, constants, statfsSync } from 'node:fs'
import { dirname } from 'node:path'
import { AppError } from '#shared/app-error.ts'
import type { ErrorKind } from '#shared/error-kinds.ts'

/** Primary result codes of SQLite: the low byte of `errcode` from `node:sqlite`. */
const primary = { busy: 5, readOnly: 8, ioError: 10, corrupt: 11, full: 13, cannotOpen: 14, notDatabase: 26 } as const
/**
 * SQLITE_IOERR_SHMSIZE: the shared-memory file could not grow. On a full disk, SQLite reports this code and not
 * SQLITE_FULL.
 */
const sharedMemorySize = 10 | (19 << 8)
/** With less free space than this, an I/O error counts as a full disk. */
const minFreeBytes = 256 * 1024

const messages: Partial<Record<ErrorKind, string>> = {
  disk_full: 'The disk is full: the database could not be written',
  database_read_only: 'The database file cannot be written',
  database_damaged: 'The database file is damaged',
}

/**
 * Converts an error of SQLite or the file system for the database at `path` to an AppError. Returns any other error
 * unchanged.
 */
export function toDatabaseError(thrown: unknown, path: string): unknown {
  if (thrown instanceof AppError || !(thrown instanceof Error)) return thrown
  const { errcode, code } = thrown as Error & { errcode?: unknown; code?: unknown }
  if (typeof errcode === 'number') return databaseError(kindOfSqlite(errcode, path), thrown, path, { errcode })
  // A call after the app closed the database.
  if (code === 'ERR_INVALID_STATE') return new AppError('database_failed', 'The database is closed', { cause: thrown })
  if (typeof code === 'string' && 'syscall' in thrown)
    return databaseError(kindOfFile(code), thrown, path, { errno: code })
  return thrown
}

function databaseError(kind: ErrorKind, cause: Error, path: string, details: Record<string, unknown>): AppError {
  return new AppError(kind, messages[kind] ?? `The database failed: ${cause.message}`, {
    cause,
    details: { path, reason: cause.message, ...details },
  })
}

function kindOfSqlite(errcode: number, path: string): ErrorKind {
  switch (errcode & 0xff) {
    case primary.full:
      return 'disk_full'
    case primary.readOnly:
      return 'database_read_only'
    case primary.corrupt:
    case primary.notDatabase:
      return 'database_damaged'
    case primary.cannotOpen:
      return isDiskFull(path) ? 'disk_full' : isWritable(path) ? 'database_failed' : 'database_read_only'
    case primary.ioError:
      return errcode === sharedMemorySize || isDiskFull(path) ? 'disk_full' : 'database_failed'
    default:
      return 'database_failed'
  }
}

function kindOfFile(code: string): ErrorKind {
  if (code === 'ENOSPC' || code === 'EDQUOT') return 'disk_full'
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS') return 'database_read_only'
  return 'database_failed'
}

/** SQLite must also write to the folder, because its journal is beside the file. */
function isWritable(path: string): boolean {
  try {
    accessSync(path, constants.W_OK)
    accessSync(dirname(path), constants.W_OK)
    return true
  } catch {
    return false
  }
}

function isDiskFull(path: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(dirname(path))
    return bavail * bsize < minFreeBytes
  } catch {
    return false
  }
}
