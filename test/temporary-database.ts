import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { Database } from '#main/store/database.ts'
import { openNewDatabase } from './open-new-database.ts'

/** A new folder, removed after the test. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'banto-api-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

export function temporaryDatabase(): Database {
  const database = openNewDatabase(join(temporaryFolder(), 'banto.db'))
  onTestFinished(() => database.close())
  return database
}
