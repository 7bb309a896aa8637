import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { isAppError } from '#shared/app-error.ts'
import { markDatabaseAsDamaged, openOrRebuildDatabase } from '#main/profile-backup/open-or-rebuild-database.ts'
import { startProfileBackupWriter } from '#main/profile-backup/keep-profile-backup-up-to-date.ts'
import { openDatabase, type Database } from '#main/store/database.ts'
import { systemClock } from '#main/clock.ts'
import { overwrite } from './damage-database.ts'

const pageBytes = 4096

function createProfile() {
  const folder = mkdtempSync(join(tmpdir(), 'banto-pages-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return { folder, path: join(folder, 'banto.db') }
}

async function fill(path: string): Promise<void> {
  const database = openDatabase(path)
  database.transaction(() => {
    for (let index = 0; index < 100; index += 1) {
      database.run(
        `insert into account (id, label, colour, base_url, notes, added_at) values (?, ?, 'slate', 'https://service.example', ?, 0)`,
        `a${index}`,
        `Account ${index}`,
        'x'.repeat(200),
      )
      database.run(
        `insert into api_key (id, account_id, label, secret_id, state, added_at) values (?, ?, 'Key', ?, 'working', 0)`,
        `k${index}`,
        `a${index}`,
        `secret ${index}`,
      )
      database.run(
        `insert into domain (account_id, name, status, read_at) values (?, ?, 'active', 1)`,
        `a${index}`,
        `domain-${index}.example`,
      )
    }
  })
  const backup = startProfileBackupWriter({
    database,
    clock: systemClock,
    onError: (error) => expect.unreachable(String(error)),
  })
  await backup.close()
  database.close()
}

const enteredTables = ['account', 'api_key', 'saved_view']
const readAll = (database: Database) => enteredTables.map((table) => database.all(`select * from ${table}`))

/**
 * Lists each page of `sqlite_schema` and of the tables that the user fills, and every fourth of the other pages,
 * counted from 0.
 */
function listDamagedPages(path: string): number[] {
  const database = openDatabase(path)
  const pages = database.all<{ page: number; name: string }>('select pageno - 1 as page, name from dbstat')
  database.close()
  return pages
    .filter(({ page, name }) => page % 4 === 0 || ['sqlite_schema', ...enteredTables].includes(name))
    .map(({ page }) => page)
}

/** Opens and reads the profile as the app does: damage that is found while reading leads to a second opening. */
function openAndRead(path: string, read: (database: Database) => unknown): unknown {
  for (let isSecond = false; ; isSecond = true) {
    const database = openOrRebuildDatabase(path, { mustExist: true, now: 0 })
    try {
      return read(database)
    } catch (error) {
      if (isSecond || !isAppError(error, 'database_damaged')) throw error
      markDatabaseAsDamaged(path)
    } finally {
      database.close()
    }
  }
}

test('Whichever page of the database is damaged, accounts, keys and saved views are as they were', async () => {
  const original = createProfile()
  await fill(original.path)
  const undamaged = openAndRead(original.path, readAll)
  const { folder, path } = createProfile()
  const pages = listDamagedPages(original.path)
  expect(pages.length).toBeGreaterThan(30)
  for (const page of pages) {
    for (const suffix of ['-wal', '-shm', '.damaged']) rmSync(path + suffix, { force: true })
    copyFileSync(original.path, path)
    copyFileSync(join(original.folder, 'profile-backup.jsonl'), join(folder, 'profile-backup.jsonl'))
    overwrite(path, page * pageBytes, Buffer.alloc(pageBytes, 0xa5))
    expect(openAndRead(path, readAll), `page ${page}`).toEqual(undamaged)
  }
})
