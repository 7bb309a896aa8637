import { closeSync, openSync, readSync, statSync } from 'node:fs'
import { AppError } from '#shared/app-error.ts'

const magic = 'SQLite format 3\0'
const headerBytes = 100

/** Creates an empty file that only its owner can read. Throws if the existing file cannot be written. */
export function createOwnerOnlyFile(path: string): void {
  closeSync(openSync(path, 'a', 0o600))
}

/** Returns true if the file exists and is not empty. */
export function isNonEmptyFile(path: string): boolean {
  return (statSync(path, { throwIfNoEntry: false })?.size ?? 0) > 0
}

/**
 * Checks the first bytes before SQLite opens the file, so that a file of another format stays unchanged. Throws
 * `database_damaged`.
 */
export function assertSqliteHeader(path: string): void {
  const header = Buffer.alloc(headerBytes)
  const file = openSync(path, 'r')
  const length = readSync(file, header, 0, headerBytes, 0)
  closeSync(file)
  if (length === 0 || (length === headerBytes && header.toString('latin1', 0, magic.length) === magic)) return
  throw new AppError('database_damaged', 'The database file is damaged', {
    details: { path, reason: 'The file is not an SQLite database' },
  })
}
