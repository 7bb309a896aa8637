import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { copyReadableHistoryAndOpenapiDocuments } from '#main/profile-backup/copy-history-and-documents-from-damaged-file.ts'
import { openDatabase, type Database } from '#main/store/database.ts'
import { damages, overwrite } from './damage-database.ts'

const pageBytes = 4096
const entries = 3000

function open(name: string): Database {
  const folder = mkdtempSync(join(tmpdir(), 'banto-history-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const database = openDatabase(join(folder, name))
  onTestFinished(() => database.close())
  return database
}

/** A closed database with entries of the change log, and one detected change and snapshot. */
function createHistory(): { path: string; leaves: number[] } {
  const database = open('damaged.db')
  database.transaction(() => {
    for (let index = 1; index <= entries; index += 1)
      database.run(
        `insert into change_log (id, at, account_id, account_label, domain, kind, search_text, change, result)
         values (?, ?, 'a', 'A', 'one.example', 'lock', '', '{}', 'done')`,
        `e${index}`,
        index,
      )
    database.run(
      `insert into seen_change (account_id, account_label, kind, name, field, change, search_text, previous_read_at, seen_at)
       values ('a', 'A', 'domain', 'one.example', 'lock', '{}', '', 0, 1)`,
    )
    database.run(
      `insert into snapshot (id, account_id, domain, taken_at, read_at, reason) values ('s', 'a', 'one.example', 0, 0, 'x')`,
    )
  })
  const leaves = database
    .all<{ page: number }>(
      `select pageno as page from dbstat where name = 'change_log' and pagetype = 'leaf' order by path`,
    )
    .map(({ page }) => page)
  database.close()
  return { path: database.path, leaves }
}

const positions = (database: Database) =>
  database.all<{ rowid: number }>('select rowid from change_log order by rowid').map(({ rowid }) => rowid)

test('A readable history is copied as it is, in its order', () => {
  const { path } = createHistory()
  const copy = open('new.db')
  expect(copyReadableHistoryAndOpenapiDocuments(path, copy)).toBe(entries + 2)
  expect(positions(copy)).toEqual(Array.from({ length: entries }, (_, index) => index + 1))
  expect(copy.get('select id from seen_change')).toEqual({ id: 1 })
  expect(copy.get('select id from snapshot')).toEqual({ id: 's' })
})

test('An imported OpenAPI document is copied with its content', () => {
  const { path } = createHistory()
  const packed = new Uint8Array([0, 255, 1, 254])
  const filled = openDatabase(path)
  filled.run(
    `insert into openapi_document (service, id, base_url, file_name, imported_at, facts, packed) values ('s', 'd', 'u', 'f', 0, '{}', ?)`,
    packed,
  )
  filled.close()
  const copy = open('new.db')
  copyReadableHistoryAndOpenapiDocuments(path, copy)
  expect(copy.get('select id, packed from openapi_document')).toEqual({ id: 'd', packed })
})

test('Of a history with damaged pages, all entries of the other pages are copied', () => {
  const { path, leaves } = createHistory()
  expect(leaves.length).toBeGreaterThan(20)
  const damaged = [0, 7, 8, leaves.length - 1].map((index) => leaves[index] as number)
  for (const page of damaged) overwrite(path, (page - 1) * pageBytes, Buffer.alloc(pageBytes, 0xa5))
  const copy = open('new.db')
  const rowsPerPage = entries / leaves.length
  const copied = copyReadableHistoryAndOpenapiDocuments(path, copy) - 2
  expect(copied).toBeLessThan(entries)
  expect(Math.abs(entries - copied - damaged.length * rowsPerPage)).toBeLessThan(2 * rowsPerPage)
  expect(positions(copy)).toHaveLength(copied)
})

test.each(Object.entries(damages))('A database %s gives what it has, and its history stops nothing', (_, damage) => {
  const { path } = createHistory()
  damage(path)
  const copy = open('new.db')
  expect(copyReadableHistoryAndOpenapiDocuments(path, copy)).toBe(positions(copy).length)
})

test('The history of a database of another version is not copied', () => {
  const { path } = createHistory()
  const changed = openDatabase(path)
  changed.run('pragma user_version = 3')
  changed.close()
  expect(copyReadableHistoryAndOpenapiDocuments(path, open('new.db'))).toBe(0)
})
