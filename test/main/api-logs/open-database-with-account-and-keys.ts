import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { Database } from '#main/store/database.ts'
import { openNewDatabase } from '#test/open-new-database.ts'

/** A new database with one account `a` that has these keys. Removed when the test ends. */
export function openLogDatabase(keyIds: readonly string[]): Database {
  const folder = mkdtempSync(join(tmpdir(), 'banto-logs-'))
  const database = openNewDatabase(join(folder, 'banto.db'))
  onTestFinished(() => {
    database.close()
    rmSync(folder, { recursive: true })
  })
  database.run(
    `insert into account (id, label, colour, base_url, added_at) values ('a', 'A', 'slate', 'http://127.0.0.1/', 0)`,
  )
  for (const id of keyIds)
    database.run(`insert into api_key (id, account_id, label, state, added_at) values (?, 'a', 'K', 'working', 0)`, id)
  return database
}
