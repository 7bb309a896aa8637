import { existsSync, renameSync } from 'node:fs'
import { formatJapanTime } from '#shared/japan-time.ts'

/**
 * Renames an unusable database and the files that SQLite keeps beside it. Returns the new path, or null if there is no
 * file. The database must be closed. The journals are renamed first: SQLite would otherwise apply them to the next
 * database with this name.
 */
export function renameUnusableDatabase(path: string, now: number): string | null {
  const target = findPathForUnusableDatabase(path, now)
  const suffixes = ['-wal', '-shm', '-journal', ''].filter((suffix) => existsSync(path + suffix))
  for (const suffix of suffixes) renameSync(path + suffix, target + suffix)
  return suffixes.length > 0 ? target : null
}

/** Returns the path that `renameUnusableDatabase` gives the file at this time. */
export function findPathForUnusableDatabase(path: string, now: number): string {
  const stamp = formatJapanTime(now).replaceAll(/[-:]/g, '').replace(' ', '-')
  let target = `${path}.aside-${stamp}`
  for (let count = 2; existsSync(target); count += 1) target = `${path}.aside-${stamp}-${count}`
  return target
}
