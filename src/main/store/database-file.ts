import { closeSync, existsSync, openSync, readSync, renameSync, statSync } from 'node:fs'
import { AppError } from '#shared/app-error.ts'
import { formatJapanTime } from '#shared/japan-time.ts'

const magic = 'SQLite format 3\0'
const headerBytes = 100

/** Makes an empty file that only its owner reads, or finds out that the one there may not be written. */
export function createPrivateFile(path: string): void {
  closeSync(openSync(path, 'a', 0o600))
}

/** Whether there is a file with anything in it. */
export function isNonEmptyFile(path: string): boolean {
  return (statSync(path, { throwIfNoEntry: false })?.size ?? 0) > 0
}

/** Looks at the first bytes before SQLite touches the file: what is not its own stays byte for byte what it was. */
export function assertSqliteHeader(path: string): void {
  const header = Buffer.alloc(headerBytes)
  const file = openSync(path, 'r')
  const length = readSync(file, header, 0, headerBytes, 0)
  closeSync(file)
  if (length === 0 || (length === headerBytes && header.toString('latin1', 0, magic.length) === magic)) return
  throw new AppError('database_damaged', 'The database file is damaged', { details: { path, reason: 'The file is not an SQLite database' } })
}

/**
 * Renames a database that cannot be used, with what SQLite keeps beside it, and answers its new path; null where there is
 * nothing to rename. Close it first.
 * The journals go before the file: left behind, they would be played into the next database of that name.
 */
export function moveDatabaseAside(path: string, now: number): string | null {
  const stamp = formatJapanTime(now).replaceAll(/[-:]/g, '').replace(' ', '-')
  let target = `${path}.aside-${stamp}`
  for (let count = 2; existsSync(target); count += 1) target = `${path}.aside-${stamp}-${count}`
  const suffixes = ['-wal', '-shm', '-journal', ''].filter((suffix) => existsSync(path + suffix))
  for (const suffix of suffixes) renameSync(path + suffix, target + suffix)
  return suffixes.length > 0 ? target : null
}
