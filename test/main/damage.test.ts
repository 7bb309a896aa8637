import { openSync, closeSync, mkdtempSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { openDatabase } from '#main/store/database.ts'
import { startMain } from '#test/rig.ts'

/** A profile whose file opens, and is damaged in the middle of its domains. */
function damagedProfile(): string {
  const profile = mkdtempSync(join(tmpdir(), 'banto-damage-'))
  onTestFinished(() => rmSync(profile, { recursive: true, force: true }))
  const path = join(profile, 'banto.db')
  const database = openDatabase(path)
  database.run(`insert into account (id, label, colour, base_url, added_at) values ('a', 'A', 'slate', 'http://127.0.0.1:9', 0)`)
  database.transaction(() => {
    for (let index = 0; index < 5000; index += 1) database.run(`insert into domain (account_id, name, status, read_at) values ('a', ?, 'active', 1)`, `domain-${index}.example`)
  })
  const { pageno: pages } = database.get<{ pageno: number }>('select page_count as pageno from pragma_page_count') as { pageno: number }
  const roots = new Set(database.all<{ page: number }>('select rootpage as page from sqlite_schema').map(({ page }) => page))
  database.close()
  const file = openSync(path, 'r+')
  for (let page = 60; page <= pages; page += 1) if (!roots.has(page)) writeSync(file, new Uint8Array(4096), 0, 4096, (page - 1) * 4096)
  closeSync(file)
  return profile
}

it('damage met while running is told as one met at start, and the file can be set aside', async () => {
  const main = await startMain({ profile: damagedProfile() })
  onTestFinished(() => main.close())
  const told = main.event('app.changed', ({ databaseError }) => databaseError !== null)
  expect(await main.answer('inventory.domains', { sort: 'expiry' })).toMatchObject({ ok: false, error: { kind: 'database_damaged' } })
  expect((await told).databaseError).toMatchObject({ kind: 'database_damaged' })
  expect((await main.call('app.state', null)).databaseError).toMatchObject({ kind: 'database_damaged' })

  // Opens again: what is damaged is met again only when it is read.
  expect(await main.call('app.retryDatabase', null)).toBeNull()
  expect(await main.answer('inventory.domains', { sort: 'expiry' })).toMatchObject({ ok: false, error: { kind: 'database_damaged' } })
  await main.call('app.setDatabaseAside', null)
  expect((await main.call('app.state', null)).databaseError).toBeNull()
  expect(await main.call('inventory.domains', {})).toMatchObject({ total: 0 })
})
