import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  mkdtempSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { AppError } from '#shared/app-error.ts'
import { renameUnusableDatabase } from '#main/store/rename-unusable-database.ts'
import { openDatabase, openReadOnlyDatabase, type Database } from '#main/store/database.ts'
import { migrations } from '#main/store/migrations/index.ts'

let dir: string
let path: string
const opened: Database[] = []
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'database-test-'))
  path = join(dir, 'banto.sqlite')
})
afterEach(() => {
  for (const database of opened.splice(0)) database.close()
  rmSync(dir, { recursive: true, force: true })
})

function open(...more: [migrations?: readonly string[]]): Database {
  const database = openDatabase(path, ...more)
  opened.push(database)
  return database
}

function failure(work: () => unknown): AppError {
  try {
    work()
  } catch (error) {
    return error as AppError
  }
  throw new Error('It did not fail')
}

const save = (database: Database, name: string, value = 'x') =>
  database.run('insert into setting (name, value) values (?, ?)', name, value)
const names = (database: Database) =>
  database.all<{ name: string }>('select name from setting order by name').map(({ name }) => name)

describe('opening and writing a database', () => {
  test('A missing database is created, is readable by its owner only, and keeps what was written', () => {
    const first = open()
    save(first, 'one')
    first.close()
    expect(statSync(path).mode & 0o777).toBe(0o600)
    expect(names(open())).toEqual(['one'])
  })

  test('Committed data survives a kill of the app', () => {
    open().close()
    const script = `
      import { openDatabase } from '#main/store/database.ts'
      const database = openDatabase(${JSON.stringify(path)})
      database.transaction(() => database.run("insert into setting values ('one', 'x')"))
      database.run('begin')
      database.run("insert into setting values ('two', 'x')")
      process.kill(process.pid, 'SIGKILL')`
    const { signal } = spawnSync(process.execPath, ['--input-type=module', '--eval', script], {
      cwd: join(import.meta.dirname, '../../..'),
    })
    expect(signal).toBe('SIGKILL')
    expect(names(open())).toEqual(['one'])
  })

  test('A closed database throws database_failed', () => {
    const database = open()
    names(database)
    database.close()
    expect(failure(() => names(database)).kind).toBe('database_failed')
    expect(failure(() => database.transaction(() => 1)).kind).toBe('database_failed')
  })

  test('Deleting a row deletes the rows that belong to it', () => {
    const database = open()
    database.run(`insert into account (id, label, colour, base_url, added_at) values ('a', 'a', 'blue', 'u', 0)`)
    database.run(`insert into api_key (id, account_id, label, state, added_at) values ('k', 'a', 'k', 'working', 0)`)
    database.run(`delete from account where id = 'a'`)
    expect(database.all('select * from api_key')).toEqual([])
  })
})

describe('transactions', () => {
  test('A transaction that throws leaves no changes, including those of nested transactions', () => {
    const database = open()
    expect(() =>
      database.transaction(() => {
        save(database, 'one')
        database.transaction(() => save(database, 'two'))
        throw new Error('no')
      }),
    ).toThrow('no')
    expect(names(database)).toEqual([])
    database.transaction(() => save(database, 'three'))
    expect(names(database)).toEqual(['three'])
  })

  test('The queries of a read transaction see the data of one moment while another connection writes', () => {
    const writer = open()
    const reader = openReadOnlyDatabase(path)
    opened.push(reader)
    save(writer, 'one')
    const read = () => {
      const before = names(reader)
      save(writer, 'two')
      return [before, names(reader)]
    }
    expect(reader.readTransaction(read)).toEqual([['one'], ['one']])
    expect(names(reader)).toEqual(['one', 'two'])
  })

  test('A transaction cannot be asynchronous', () => {
    const database = open()
    expect(failure(() => database.transaction(() => Promise.resolve(save(database, 'one')))).kind).toBe('bug')
    expect(names(database)).toEqual([])
  })
})

describe('migrations', () => {
  test('Migrations run once each, in order', () => {
    const steps = ['create table one (a)', 'create table two (a); insert into two values (1)']
    open(steps.slice(0, 1)).close()
    open(steps).close()
    const database = open(steps)
    expect(database.all('select * from two')).toHaveLength(1)
    expect(database.get('pragma user_version')).toEqual({ user_version: 2 })
  })

  test('A failing migration leaves the database in the previous version', () => {
    open(['create table one (a)']).close()
    expect(failure(() => open(['create table one (a)', 'create table two (a); nonsense'])).kind).toBe('database_failed')
    const database = open(['create table one (a)'])
    expect(database.all(`select name from sqlite_schema`)).toEqual([{ name: 'one' }])
  })

  test('A database with migrations of a newer version is reported with both versions and is not changed', () => {
    open([...migrations, 'create table later (a)']).close()
    const before = readFileSync(path)
    expect(failure(() => open())).toMatchObject({
      kind: 'database_newer',
      details: { fileVersion: migrations.length + 1, appVersion: migrations.length },
    })
    expect(readFileSync(path).equals(before)).toBe(true)
    expect(readdirSync(dir)).toEqual(['banto.sqlite'])
  })

  test('Migrations of a newer version are recognized while they are still in the journal', () => {
    open().close()
    const copy = join(dir, 'copy')
    mkdirSync(copy)
    const newer = open([...migrations, 'create table later (a)'])
    for (const name of readdirSync(dir).filter((entry) => entry.startsWith('banto')))
      writeFileSync(join(copy, name), readFileSync(join(dir, name)))
    newer.close()
    expect(failure(() => openDatabase(join(copy, 'banto.sqlite'))).kind).toBe('database_newer')
  })
})

describe('a file of another program', () => {
  test.each([
    ['a table that no version of Banto has', 'create table notes (a); pragma user_version = 0'],
    ['a table that no version of Banto has, and a version', 'create table notes (a); pragma user_version = 3'],
    ['a version that is newer than any', 'create table notes (a); pragma user_version = 99'],
    ['an application ID', 'pragma application_id = 252006673'],
  ])('A file of another program is reported and not changed: it has %s', (_, sql) => {
    const other = new DatabaseSync(path)
    other.exec(sql)
    other.close()
    const before = readFileSync(path)
    expect(failure(() => open())).toMatchObject({ kind: 'database_foreign', details: { path } })
    expect(readFileSync(path).equals(before)).toBe(true)
    expect(readdirSync(dir)).toEqual(['banto.sqlite'])
  })
})

describe('a file that must exist', () => {
  const openExisting = () => openDatabase(path, migrations, { mustExist: true })

  test('A missing file is reported as missing and is not created', () => {
    expect(failure(openExisting)).toMatchObject({ kind: 'database_missing', details: { path } })
    expect(readdirSync(dir)).toEqual([])
  })

  test('An empty file is reported as missing, and its journal is kept', () => {
    const full = open()
    save(full, 'one')
    const journal = readFileSync(`${path}-wal`)
    full.close()
    truncateSync(path)
    writeFileSync(`${path}-wal`, journal)
    expect(failure(openExisting).kind).toBe('database_missing')
    expect(readFileSync(`${path}-wal`).equals(journal)).toBe(true)
  })

  test('A file without a table is reported as missing', () => {
    open([]).close()
    expect(statSync(path).size).toBeGreaterThan(0)
    expect(failure(openExisting).kind).toBe('database_missing')
  })

  test('An existing database opens', () => {
    open().close()
    openExisting().close()
  })
})

describe('a damaged file', () => {
  function fill(): void {
    const database = open()
    database.transaction(() => {
      for (let index = 0; index < 2000; index += 1) save(database, `name ${index}`, 'x'.repeat(200))
    })
    database.close()
  }

  test.each([
    [
      'is not SQLite',
      () => writeFileSync(path, 'not a database, but long enough to look like a header of one'.repeat(3)),
    ],
    ['is shorter than a header', () => writeFileSync(path, 'SQLite')],
    ['was cut', () => (fill(), truncateSync(path, 200_000))],
    ['was cut within its first page', () => (fill(), truncateSync(path, 1000))],
    ['has zeros where the schema was', () => (fill(), overwrite(100, 4096))],
  ])('A damaged file is reported when it is opened: it %s', (_, damage) => {
    damage()
    const before = readFileSync(path)
    expect(failure(() => open()).kind).toBe('database_damaged')
    expect(readFileSync(path).equals(before)).toBe(true)
  })

  test('A damaged file is reported when it is opened: it has zeros where a table begins', () => {
    fill()
    const database = open()
    const { page } = database.get<{ page: number }>(
      `select rootpage as page from sqlite_schema where name = 'record'`,
    ) ?? { page: 0 }
    opened.pop()?.close()
    overwrite((page - 1) * 4096, 4096)
    expect(failure(() => open()).kind).toBe('database_damaged')
  })

  test('Damage further in the file is reported when it is read', () => {
    fill()
    overwrite(statSync(path).size - 40 * 4096, 20 * 4096)
    const database = open()
    expect(failure(() => database.all('select * from setting order by name')).kind).toBe('database_damaged')
  })

  test('A damaged file is set aside with its journals, and an empty database replaces it', () => {
    writeFileSync(path, 'damaged')
    writeFileSync(`${path}-wal`, 'journal')
    const now = Date.UTC(2026, 10, 20, 18, 5, 9)
    const movedTo = renameUnusableDatabase(path, now) as string
    expect(movedTo).toBe(`${path}.aside-20261121-030509`)
    expect([readFileSync(movedTo, 'utf8'), readFileSync(`${movedTo}-wal`, 'utf8')]).toEqual(['damaged', 'journal'])
    expect(names(open())).toEqual([])
    for (const database of opened.splice(0)) database.close()
    expect(renameUnusableDatabase(path, now)).toBe(`${path}.aside-20261121-030509-2`)
    expect(readFileSync(movedTo, 'utf8')).toBe('damaged')
  })

  function overwrite(offset: number, length: number): void {
    const bytes = readFileSync(path)
    bytes.fill(0, offset, offset + length)
    writeFileSync(path, bytes)
  }
})

describe.runIf(process.platform === 'linux')('a file that cannot be written', () => {
  const nobody = 65_534

  /** Opens the file as a user without permissions, because root may write everything. */
  function openAsNobody(work = ''): { kind: string | null } {
    const script = join(import.meta.dirname, 'open-database-without-write-permission-child-process.ts')
    const isRoot = process.getuid?.() === 0
    const command = isRoot
      ? ['setpriv', `--reuid=${nobody}`, `--regid=${nobody}`, '--clear-groups', process.execPath]
      : [process.execPath]
    const { stdout, stderr } = spawnSync(command[0] as string, [...command.slice(1), script, path, work], {
      encoding: 'utf8',
    })
    if (!stdout) throw new Error(stderr)
    return JSON.parse(stdout) as { kind: string | null }
  }

  function give(mode: number, dirMode: number): void {
    if (process.getuid?.() === 0) for (const name of [dir, path]) chownSync(name, nobody, nobody)
    chmodSync(path, mode)
    chmodSync(dir, dirMode)
  }
  afterEach(() => chmodSync(dir, 0o700))

  test('A read-only file is reported and not changed', () => {
    save(open(), 'one')
    opened.pop()?.close()
    const before = readFileSync(path)
    give(0o400, 0o700)
    expect(openAsNobody().kind).toBe('database_read_only')
    expect(readFileSync(path).equals(before)).toBe(true)
  })

  test('A file in a read-only folder is reported as read-only', () => {
    open().close()
    give(0o600, 0o500)
    expect(openAsNobody().kind).toBe('database_read_only')
  })

  test('A file whose journals belong to another user is reported as read-only', () => {
    open()
    give(0o600, 0o700)
    for (const suffix of ['-wal', '-shm']) chmodSync(path + suffix, 0o444)
    expect(openAsNobody().kind).toBe('database_read_only')
  })

  test('A writable file is not reported as read-only', () => {
    open().close()
    give(0o600, 0o700)
    expect(openAsNobody(`insert into setting values ('one', 'x')`)).toEqual({ kind: null })
  })
})

describe('a full disk', () => {
  test('A full disk is reported and loses no written data, and the app continues when there is space again', () => {
    const database = open()
    save(database, 'one')
    const { page_count: pages } = database.get<{ page_count: number }>('pragma page_count') ?? { page_count: 0 }
    database.get(`pragma max_page_count = ${pages}`)
    const error = failure(() =>
      database.transaction(() => {
        for (let index = 0; index < 1000; index += 1) save(database, `name ${index}`, 'x'.repeat(1000))
      }),
    )
    expect(error.kind).toBe('disk_full')
    expect(names(database)).toEqual(['one'])
    database.get(`pragma max_page_count = ${pages * 100}`)
    save(database, 'two')
    expect(names(database)).toEqual(['one', 'two'])
  })
})
