import {
  existsSync,
  openSync,
  closeSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test, onTestFinished } from 'vitest'
import type { AppState } from '#shared/ipc/app-state-and-settings.ts'
import { systemClock } from '#main/clock.ts'
import { startProfileBackupWriter } from '#main/profile-backup/keep-profile-backup-up-to-date.ts'
import { openDatabase } from '#main/store/database.ts'
import { startMainRig, startSimulatorRig, type MainRig } from '#test/main-process-rig.ts'
import { createVirtualClock } from '#test/virtual-clock.ts'

function temporaryProfile(): string {
  const profile = mkdtempSync(join(tmpdir(), 'banto-damage-'))
  onTestFinished(() => rmSync(profile, { recursive: true, force: true }))
  return profile
}

const insertDomain = `insert into domain (account_id, name, status, read_at) values ('a', ? || '.example', 'active', 1)`
/** The rate ledger, which is read before the window is shown. */
const insertCall = `insert into departure (account_id, limit_class, at) values ('a', 'domain', ?)`
/** A table that is read only when the window asks for it. */
const insertConsoleRequest = `insert into console_history (at, account_id, method, path, query, duration_ms) values (?, 'a', 'GET', '/v1/me', '', 1)`

/**
 * A profile with a backup, and with a database that can be opened and is damaged in the middle of the rows that
 * `insertRow` inserts.
 */
async function damagedProfile(insertRow: string): Promise<string> {
  const profile = temporaryProfile()
  const path = join(profile, 'banto.db')
  const database = openDatabase(path)
  const countPages = () => database.get<{ n: number }>('select page_count as n from pragma_page_count')?.n ?? 0
  // The schema and the roots of all tables are in these pages.
  const emptyPages = countPages()
  database.run(
    `insert into account (id, label, colour, base_url, added_at) values ('a', 'A', 'slate', 'http://127.0.0.1:9', 0)`,
  )
  database.transaction(() => {
    for (let index = 0; index < 5000; index += 1) database.run(insertRow, index)
  })
  const pages = countPages()
  await startProfileBackupWriter({ database, clock: systemClock, onError: console.error }).close()
  database.close()
  const file = openSync(path, 'r+')
  // The first rows of the table stay readable, because they are read when the file is opened.
  for (let page = Math.ceil((emptyPages + pages) / 2); page <= pages; page += 1)
    writeSync(file, new Uint8Array(4096), 0, 4096, (page - 1) * 4096)
  closeSync(file)
  return profile
}

const isDamageReport = (payload: unknown) => (payload as Partial<AppState>).databaseError?.kind === 'database_damaged'

/** Starts on a damaged profile, reads the damaged pages, and waits until the damage is reported. */
async function startAndFindDamage() {
  const main = await startMainRig({ profile: await damagedProfile(insertDomain) })
  onTestFinished(() => main.close())
  expect(await main.answer('inventory.domains', { sort: 'expiry' })).toMatchObject({
    ok: false,
    error: { kind: 'database_damaged' },
  })
  await expect.poll(() => main.events.some(({ payload }) => isDamageReport(payload))).toBe(true)
  expect((await main.call('app.state', null)).databaseError).toMatchObject({
    kind: 'database_damaged',
    details: { backupWrittenAt: expect.any(Number) as number },
  })
  return main
}

test.each([
  ['the next start', (main: MainRig) => main.restart()],
  ['a retry', (main: MainRig) => main.call('app.retryDatabase', null)],
])('Damage found while the app runs is reported, and %s rebuilds the database', async (_, reopen) => {
  const main = await startAndFindDamage()
  await reopen(main)
  expect(await main.call('app.state', null)).toMatchObject({ databaseError: null, databaseRebuild: { accounts: 1 } })
  expect(await main.call('inventory.domains', { sort: 'expiry' })).toMatchObject({ total: 0 })
  await main.restart()
  const names = readdirSync(main.profile).filter((name) => /^banto\.db\.(aside-[-\d]+|damaged)$/.test(name))
  expect(names).toHaveLength(1)
})

test('Damage that is found while the app starts leads to a rebuild at once', async () => {
  const main = await startMainRig({ profile: await damagedProfile(insertCall) })
  onTestFinished(() => main.close())
  await expect.poll(async () => (await main.call('app.state', null)).databaseRebuild).not.toBeNull()
  expect(await main.call('app.state', null)).toMatchObject({ databaseError: null, databaseRebuild: { accounts: 1 } })
  expect(await main.call('orders.journal', null)).toMatchObject({ state: 'good' })
})

test('Damage is reported without a backup to rebuild from if the backup is damaged, too', async () => {
  const profile = await damagedProfile(insertCall)
  const backup = join(profile, 'profile-backup.jsonl')
  const [header = ''] = readFileSync(backup, 'utf8').split('\n')
  writeFileSync(backup, `${header}\n`)
  const main = await startMainRig({ profile })
  onTestFinished(() => main.close())
  const reportedError = async () => (await main.call('app.state', null)).databaseError
  await expect.poll(reportedError).toMatchObject({ kind: 'database_damaged', details: { backupWrittenAt: null } })
})

test('Without a backup, a file that was found damaged while the app ran opens again, and the user can set it aside', async () => {
  const main = await startAndFindDamage()
  rmSync(join(main.profile, 'profile-backup.jsonl'))
  expect(await main.call('app.retryDatabase', null)).toBeNull()
  expect(await main.answer('inventory.domains', { sort: 'expiry' })).toMatchObject({
    ok: false,
    error: { kind: 'database_damaged' },
  })
  await main.call('app.setDatabaseAside', null)
  expect((await main.call('app.state', null)).databaseError).toBeNull()
  expect(await main.call('inventory.domains', {})).toMatchObject({ total: 0 })
})

test('The tray lists nothing after damage was found, although other tables can still be read', async () => {
  const clock = createVirtualClock()
  const main = await startMainRig({ clock, profile: await damagedProfile(insertConsoleRequest) })
  onTestFinished(() => main.close())
  const labels = () => main.trays.at(-1)?.menu.map((group) => group.map(({ label }) => label))
  await expect.poll(labels).toContainEqual(['Open Banto', 'Go offline'])
  expect(await main.answer('console.history', null)).toMatchObject({ error: { kind: 'database_damaged' } })
  await expect.poll(labels).toEqual([['Open Banto'], ['Quit Banto']])
  const shown = main.trays.length
  await main.call('app.saveSettings', { isOffline: true })
  await clock.advance(60_000)
  await main.call('inventory.overview', { accountIds: null })
  expect(main.trays.slice(shown)).toEqual([])
})

test('A sound database in which damage was reported opens as it is', async () => {
  const profile = await usedProfile()
  const path = join(profile, 'banto.db')
  writeFileSync(`${path}.damaged`, '')
  const main = await startMainRig({ profile })
  onTestFinished(() => main.close())
  expect(await main.call('app.state', null)).toMatchObject({ databaseError: null, databaseRebuild: null })
  expect(existsSync(`${path}.damaged`)).toBe(false)
})

function makeOther(path: string, sql: string): void {
  const other = new DatabaseSync(path)
  other.exec(sql)
  other.close()
}

/** A closed profile that contains an account. */
async function usedProfile(): Promise<string> {
  const profile = temporaryProfile()
  const rig = await startSimulatorRig({
    profile,
    world: { users: [{ name: 'u', keys: [{ token: 'a-key-of-the-test' }] }] },
  })
  await rig.addAccount('Alpha', ['a-key-of-the-test'])
  await rig.close()
  return profile
}

test.each([
  ['is missing', (path: string) => renameSync(path, `${path}.copy`)],
  ['is empty', (path: string) => (writeFileSync(`${path}.copy`, readFileSync(path)), truncateSync(path))],
  ['has no table', (path: string) => (renameSync(path, `${path}.copy`), makeOther(path, 'vacuum'))],
])(
  'A database that %s in a profile with orders is reported as missing, and opens after it is restored',
  async (_, lose) => {
    const profile = await usedProfile()
    const path = join(profile, 'banto.db')
    lose(path)
    const main = await startMainRig({ profile })
    onTestFinished(() => main.close())
    expect((await main.call('app.state', null)).databaseError).toMatchObject({
      kind: 'database_missing',
      details: { path },
    })
    expect(await main.answer('accounts.list', null)).toMatchObject({ ok: false, error: { kind: 'database_failed' } })
    expect(await main.call('app.retryDatabase', null)).toMatchObject({ kind: 'database_missing' })

    renameSync(`${path}.copy`, path)
    expect(await main.call('app.retryDatabase', null)).toBeNull()
    expect(await main.call('accounts.list', null)).toMatchObject([{ label: 'Alpha' }])
  },
)

test('An empty database replaces a missing one only at the request of the user, and stays at the next start', async () => {
  const profile = await usedProfile()
  const orders = readFileSync(join(profile, 'orders.db'))
  rmSync(join(profile, 'banto.db'))
  const main = await startMainRig({ profile })
  onTestFinished(() => main.close())
  expect(await main.call('app.setDatabaseAside', null)).toEqual({ movedTo: null })
  expect((await main.call('app.state', null)).databaseError).toBeNull()
  await main.restart()
  expect((await main.call('app.state', null)).databaseError).toBeNull()
  expect(await main.call('accounts.list', null)).toEqual([])
  expect(readFileSync(join(profile, 'orders.db')).equals(orders)).toBe(true)
})

test('A database of another program is reported, is not changed, and is moved at the request of the user', async () => {
  const profile = await usedProfile()
  const path = join(profile, 'banto.db')
  rmSync(path)
  makeOther(path, 'create table notes (a); pragma user_version = 1')
  const before = readFileSync(path)
  const main = await startMainRig({ profile })
  onTestFinished(() => main.close())
  expect((await main.call('app.state', null)).databaseError).toMatchObject({
    kind: 'database_foreign',
    details: { path },
  })
  expect(readFileSync(path).equals(before)).toBe(true)
  const { movedTo } = await main.call('app.setDatabaseAside', null)
  expect(readFileSync(movedTo ?? '').equals(before)).toBe(true)
  expect(await main.call('accounts.list', null)).toEqual([])
})

test.each([
  ['is missing', 'missing', (path: string) => rmSync(path)],
  ['is empty', 'missing', (path: string) => truncateSync(path)],
  [
    'is of another program',
    'foreign',
    (path: string) => (rmSync(path), makeOther(path, 'create table notes (a); pragma user_version = 1')),
  ],
])(
  'A database that %s is created from the backup only at the request of the user, and the file is kept',
  async (_, cause, lose) => {
    const profile = await usedProfile()
    const path = join(profile, 'banto.db')
    lose(path)
    const before = existsSync(path) ? readFileSync(path) : null
    const main = await startMainRig({ profile })
    onTestFinished(() => main.close())
    expect((await main.call('app.state', null)).databaseError).toMatchObject({
      kind: `database_${cause}`,
      details: { path, backupWrittenAt: expect.any(Number) },
    })
    expect(await main.call('app.retryDatabase', null)).toMatchObject({ kind: `database_${cause}` })
    expect(await main.call('app.rebuildDatabase', null)).toBeNull()
    const { databaseError, databaseRebuild } = await main.call('app.state', null)
    expect(databaseError).toBeNull()
    expect(databaseRebuild).toMatchObject({ cause, accounts: 1, historyEntries: 0 })
    const keptPath = databaseRebuild?.damagedPath ?? null
    expect(keptPath === null ? null : readFileSync(keptPath)).toEqual(before)
    expect(await main.call('accounts.list', null)).toMatchObject([{ label: 'Alpha' }])
    await main.restart()
    expect(await main.call('accounts.list', null)).toMatchObject([{ label: 'Alpha' }])
  },
)

test('A profile without any file counts as a first start', async () => {
  const main = await startMainRig()
  onTestFinished(() => main.close())
  expect((await main.call('app.state', null)).databaseError).toBeNull()
  expect(readdirSync(main.profile)).toContain('orders.db')
})
