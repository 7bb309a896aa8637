import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase, type Database } from '#main/store/database.ts'

let migrated: Buffer | null = null

/**
 * Writes a new, empty database of the newest version. The migrations of a new file take most of the time of opening it,
 * so they run once per process. `test/main/store/` tests them.
 */
export function writeNewDatabase(path: string): void {
  migrated ??= readMigratedDatabase()
  writeFileSync(path, migrated, { mode: 0o600, flag: 'wx' })
}

/** Opens a new, empty database of the newest version. */
export function openNewDatabase(path: string): Database {
  writeNewDatabase(path)
  return openDatabase(path)
}

function readMigratedDatabase(): Buffer {
  const folder = mkdtempSync(join(tmpdir(), 'banto-migrated-'))
  const path = join(folder, 'banto.db')
  try {
    openDatabase(path).close()
    return readFileSync(path)
  } finally {
    rmSync(folder, { recursive: true })
  }
}
