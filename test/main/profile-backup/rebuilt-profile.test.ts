import { randomUUID } from 'node:crypto'
import { existsSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, onTestFinished, test } from 'vitest'
import { attributeFiltersSchema } from '#shared/ipc/inventory.ts'
import type { SavedViewContent } from '#shared/ipc/saved-views.ts'
import type { OsKeychain } from '#main/accounts/os-keychain-port.ts'
import { createChangeLog } from '#main/change-log/change-log-store.ts'
import { systemClock } from '#main/clock.ts'
import { storeSetting } from '#main/store/settings-store.ts'
import { openDatabase } from '#main/store/database.ts'
import { createKeychainInMemory } from '#test/keychain-in-memory.ts'
import { startSimulatorRig, type SimulatorRig } from '#test/main-process-rig.ts'
import { exampleDomain, newWwwAddress, startPlansRig } from '#test/main/plans/plans-rig.ts'
import { damages, overwrite } from './damage-database.ts'

const token = 'a-key-that-may-do-everything'
const damageAll = damages['with other bytes in every page but the first'] as (path: string) => void

async function startRig(secrets?: OsKeychain): Promise<SimulatorRig> {
  const domains = ['one.com', 'two.com'].map((domain_name) => ({ domain_name, expiry_date: '2027-03-31' }))
  const rig = await startSimulatorRig({
    world: { users: [{ name: 'first', keys: [{ token }], domains }] },
    ...(secrets && { secrets }),
  })
  onTestFinished(() => rig.close())
  return rig
}

async function sync(rig: SimulatorRig): Promise<void> {
  const ended = untilSynced(rig)
  await rig.call('sync.start', {})
  await ended
}

function untilSynced(rig: SimulatorRig) {
  return rig.event(
    'sync.changed',
    (all) => all.length > 0 && all.every(({ state, endedAt }) => state === 'idle' && endedAt !== null),
  )
}

const databaseOf = ({ profile }: SimulatorRig) => join(profile, 'banto.db')
const backupOf = ({ profile }: SimulatorRig) => join(profile, 'profile-backup.jsonl')

const view: SavedViewContent = {
  list: 'domains',
  filters: {
    text: '',
    statuses: ['active'],
    expiry: '30',
    tags: [],
    sort: 'expiry',
    isDescending: true,
    thenBy: [],
    facts: attributeFiltersSchema.parse({}),
  },
  selectedAccountIds: [],
  layout: { order: ['name'], hidden: [], shown: [], widths: {} },
}
const template = {
  id: null,
  name: 'Mail',
  description: '',
  variables: [],
  records: [{ type: 'A' as const, host: 'mail', content: '192.0.2.1', ttl: 3600, priority: 0 }],
}

/** A profile with everything that a user enters. */
async function fillProfile(rig: SimulatorRig): Promise<string> {
  const { id } = await rig.addAccount('First', [token])
  await sync(rig)
  await rig.call('accounts.update', { accountId: id, folder: 'Clients', notes: 'Calls on Mondays' })
  await rig.call('app.saveSettings', { theme: 'dark', backgroundShare: 0.25 })
  await rig.call('savedViews.save', { name: 'Soon', content: view })
  await rig.call('templates.save', template)
  const target = { kind: 'domain', accountId: id, name: 'one.com' } as const
  await rig.call('annotations.changeTagsAndCustomers', { changes: [{ target, add: ['VIP'], customer: 'Aoba' }] })
  await rig.call('annotations.setNote', { target, note: 'Ask Aoi first' })
  return id
}

test.each(Object.entries(damages))(
  'A database %s is rebuilt at the start with all that the user entered, and its accounts are read again with their keys',
  async (_, damage) => {
    const rig = await startRig()
    const accountId = await fillProfile(rig)
    let damaged = Buffer.alloc(0)
    const synced = untilSynced(rig)
    await rig.restart(() => {
      damage(databaseOf(rig))
      damaged = readFileSync(databaseOf(rig))
    })
    const { databaseError, databaseRebuild, settings } = await rig.call('app.state', null)
    expect(databaseError).toBeNull()
    expect(databaseRebuild).toMatchObject({ accounts: 1, annotations: 1, unknownJobs: 0, leftOut: 0 })
    expect(readFileSync(databaseRebuild?.damagedPath ?? '').equals(damaged)).toBe(true)
    expect(settings).toMatchObject({ theme: 'dark', backgroundShare: 0.25 })
    expect(await rig.call('accounts.list', null)).toMatchObject([
      { id: accountId, label: 'First', folder: 'Clients', notes: 'Calls on Mondays', keys: [{ label: 'Key 1' }] },
    ])
    expect(await rig.call('savedViews.list', null)).toMatchObject([{ name: 'Soon', content: view }])
    expect(await rig.call('templates.list', null)).toMatchObject([{ name: 'Mail' }])

    await synced
    expect(await rig.call('inventory.domains', {})).toMatchObject({
      total: 2,
      rows: [{ name: 'one.com', tags: ['VIP'], customer: 'Aoba' }, { name: 'two.com' }],
    })
    expect((await rig.call('inventory.domain', { accountId, name: 'one.com' })).annotation.note).toBe('Ask Aoi first')
  },
)

test('The notice of a rebuild stays after a restart until the user closes it', async () => {
  const rig = await startRig()
  await fillProfile(rig)
  await rig.restart(() => damageAll(databaseOf(rig)))
  await rig.restart()
  expect((await rig.call('app.state', null)).databaseRebuild).not.toBeNull()
  await rig.call('app.closeDatabaseRebuild', null)
  expect((await rig.call('app.state', null)).databaseRebuild).toBeNull()
  await rig.restart()
  expect((await rig.call('app.state', null)).databaseRebuild).toBeNull()
})

test('The rebuild reports only what the backup had', async () => {
  const rig = await startRig()
  await rig.addAccount('First', [token])
  const reported = async () => {
    await rig.restart(() => damageAll(databaseOf(rig)))
    const { restored, unknownChanges } = (await rig.call('app.state', null)).databaseRebuild ?? {}
    return { restored, unknownChanges }
  }
  expect(await reported()).toEqual({ restored: [], unknownChanges: 0 })
  await rig.call('templates.save', template)
  await rig.call('app.saveSettings', { theme: 'dark' })
  expect(await reported()).toEqual({ restored: ['settings', 'templates'], unknownChanges: 0 })
})

test('The time of the last rebuild is known after the user has closed the notice, and not from the backup', async () => {
  const rig = await startRig()
  await fillProfile(rig)
  expect((await rig.call('app.state', null)).databaseRebuiltAt).toBeNull()
  await rig.restart(() => damageAll(databaseOf(rig)))
  const { databaseRebuild } = await rig.call('app.state', null)
  await rig.call('app.closeDatabaseRebuild', null)
  await rig.restart()
  expect((await rig.call('app.state', null)).databaseRebuiltAt).toBe(databaseRebuild?.rebuiltAt)
  expect(readFileSync(backupOf(rig), 'utf8')).not.toContain('database_rebuilt_at')
})

test('A rebuilt database has the same backup again, and is rebuilt again when it is damaged again', async () => {
  const rig = await startRig()
  await fillProfile(rig)
  await rig.restart(() => damageAll(databaseOf(rig)))
  await rig.restart(() => damageAll(databaseOf(rig)))
  expect((await rig.call('app.state', null)).databaseError).toBeNull()
  expect(await rig.call('accounts.list', null)).toMatchObject([{ label: 'First' }])
  expect(readdirSync(rig.profile).filter((name) => /^banto\.db\.aside-[-\d]+$/.test(name))).toHaveLength(2)
})

test('Orders are kept by a rebuild, wait for the user, and are then sent once', async () => {
  const rig = await startRig()
  const { id: accountId } = await rig.addAccount('First', [token])
  const { rows, totalYen } = await rig.call('orders.quote', {
    quoteId: 'quote',
    items: ['one.com', 'two.com'].map((name) => ({ kind: 'renew', accountId, name, years: 1 })),
  })
  await rig.call('app.saveSettings', { isOffline: true })
  const rowIds = rows.map(({ id }) => id)
  const { runId } = await rig.call('orders.confirm', { quoteId: 'quote', rowIds, totalYen, agreesToTerms: true })
  const intents = async () => (await rig.call('orders.list', {})).rows
  const before = await intents()
  await rig.restart(() => damageAll(databaseOf(rig)))

  expect((await rig.call('app.state', null)).databaseRebuild).not.toBeNull()
  await expect
    .poll(async () => (await intents()).map(({ id, state, hold }) => [id, state, hold?.reason]))
    .toEqual(before.map(({ id }) => [id, 'planned', 'run_paused']))
  await rig.call('app.saveSettings', { isOffline: false })
  await sync(rig)
  expect((await intents()).map(({ hold }) => hold?.reason)).toEqual(['run_paused', 'run_paused'])
  expect(rig.simulator.ledger.charges).toEqual([])
  await rig.call('orders.resumeRun', { runId })
  await expect.poll(async () => (await intents()).map(({ state }) => state)).toEqual(['done', 'done'])
  expect(rig.simulator.ledger.charges).toHaveLength(2)
})

test('An order whose answer was lost before the damage is checked after it, and is charged once', async () => {
  const rig = await startRig()
  const { id: accountId } = await rig.addAccount('First', [token])
  const { rows, totalYen } = await rig.call('orders.quote', {
    quoteId: 'quote',
    items: [{ kind: 'renew', accountId, name: 'one.com', years: 1 }],
  })
  rig.simulator.faults.add({ match: { path: '/renew$' }, fault: { kind: 'reset-after' } })
  const rowIds = rows.map(({ id }) => id)
  await rig.call('orders.confirm', { quoteId: 'quote', rowIds, totalYen, agreesToTerms: true })
  const intents = async () => (await rig.call('orders.list', {})).rows
  await expect.poll(async () => (await intents())[0]?.state).toBe('unsettled')
  await rig.restart(() => damageAll(databaseOf(rig)))

  expect(await intents()).toMatchObject([{ item: { accountId, name: 'one.com' }, state: 'unsettled' }])
  await expect.poll(async () => (await intents())[0]?.state, { timeout: 20_000 }).toBe('done')
  expect(rig.simulator.ledger.charges).toHaveLength(1)
})

test('A job that was under way is ended by a rebuild with an unknown outcome, and sends nothing', async () => {
  const rig = await startPlansRig()
  rig.simulator.faults.add({
    match: { method: 'PUT' },
    fault: { kind: 'status', status: 429, headers: { 'Retry-After': '900' } },
  })
  const jobId = await rig.start(await rig.create(newWwwAddress))
  await expect.poll(async () => (await rig.job(jobId)).waitingAccounts[0]?.error.kind).toBe('waits_for_limit')
  const writes = rig.writes().length
  rig.simulator.faults.clear()
  const synced = untilSynced(rig)
  await rig.restart(() => damageAll(databaseOf(rig)))

  expect((await rig.call('app.state', null)).databaseRebuild).toMatchObject({ unknownJobs: 1 })
  expect(await rig.job(jobId)).toMatchObject({ kind: 'domain_changes', state: 'ended', counts: { unknown: 1 } })
  expect((await rig.call('jobs.items', { jobId, limit: 1 })).rows).toMatchObject([
    { domain: 'example.com', state: 'unknown', error: { kind: 'unsettled' } },
  ])
  await synced
  expect(rig.writes()).toHaveLength(writes)
})

test('After a rebuild, a job whose changes are lost says so, and offers neither to undo it nor to plan the rest', async () => {
  const rig = await startPlansRig({ domains: [exampleDomain, { ...exampleDomain, domain_name: 'other.com' }] })
  rig.simulator.faults.add({ match: { method: 'PUT', path: 'other.com' }, fault: { kind: 'hang' } })
  const jobId = await rig.start(await rig.create(newWwwAddress, ['example.com', 'other.com']))
  await expect.poll(async () => (await rig.job(jobId)).counts.done).toBe(1)
  await rig.restart(() => damageAll(databaseOf(rig)))

  expect(await rig.job(jobId)).toMatchObject({ mayUndo: false, unfinished: 0, counts: { done: 1, unknown: 1 } })
  const { rows } = await rig.call('jobs.items', { jobId, limit: 2 })
  expect(rows.map(({ state, isWorkLost }) => [state, isWorkLost])).toEqual([
    ['done', true],
    ['unknown', true],
  ])
  const { path } = await rig.call('jobs.exportCsv', { jobId, labels: {} })
  const lines = readFileSync(path ?? '', 'utf8')
    .trimEnd()
    .split('\r\n')
  expect(lines.slice(1).map((line) => line.split(',').slice(1, 4))).toEqual([
    ['example.com', '', 'done'],
    ['other.com', '', 'unknown'],
  ])
})

test('A key that was being stored when the backup was written keeps its secret after a rebuild', async () => {
  const secrets = createKeychainInMemory()
  const rig = await startRig(secrets)
  await fillProfile(rig)
  const database = openDatabase(databaseOf(rig))
  const { secretId = '' } =
    database.get<{ secretId: string }>('select coalesce(secret_id, id) as secretId from api_key') ?? {}
  storeSetting(database, 'keychain_leftovers', JSON.stringify([secretId]))
  database.close()
  await rig.call('app.saveSettings', { theme: 'light' })
  await rig.restart(() => damageAll(databaseOf(rig)))
  expect(await rig.call('app.checkKeychain', null)).toMatchObject({ state: 'ready' })
  expect(await secrets.get(secretId)).toContain(token)
})

function addChange(rig: SimulatorRig, accountId: string, result: 'done' | 'unknown'): void {
  const database = openDatabase(databaseOf(rig))
  createChangeLog({ database, clock: systemClock, newId: randomUUID, emit: () => undefined }).add({
    accountId,
    domain: 'one.com',
    change: { kind: 'lock', before: false, after: true },
    result,
    error: null,
    jobId: null,
    snapshotId: null,
  })
  database.close()
}

test('A single change with an unknown outcome is still in the change log after a rebuild', async () => {
  const rig = await startRig()
  const accountId = await fillProfile(rig)
  await rig.restart(() => addChange(rig, accountId, 'unknown'))
  await rig.restart(() => damageAll(databaseOf(rig)))
  expect((await rig.call('app.state', null)).databaseRebuild).toMatchObject({ unknownChanges: 1 })
  expect((await rig.call('changeLog.list', { limit: 10 })).rows).toMatchObject([
    { domain: 'one.com', change: { kind: 'lock' }, result: 'unknown', accountLabel: 'First' },
  ])
})

/** The other tables, such as the change history, stay readable. */
function damageDomains(rig: SimulatorRig): void {
  const database = openDatabase(databaseOf(rig))
  const root =
    database.get<{ rootpage: number }>(`select rootpage from sqlite_schema where name = 'domain'`)?.rootpage ?? 0
  database.close()
  overwrite(databaseOf(rig), (root - 1) * 4096, Buffer.alloc(4096, 0xa5))
}

test('A rebuild counts the changes with an unknown outcome as the damaged file has them', async () => {
  const rig = await startRig()
  const accountId = await fillProfile(rig)
  await rig.restart(() => {
    addChange(rig, accountId, 'unknown')
    addChange(rig, accountId, 'unknown')
  })
  // The outcome of one change became known just before the damage, when the backup was already written.
  await rig.restart(() => {
    const database = openDatabase(databaseOf(rig))
    database.run("update change_log set result = 'done' where id = (select min(id) from change_log)")
    database.close()
    damageDomains(rig)
  })
  expect((await rig.call('changeLog.list', { limit: 10 })).rows.map(({ result }) => result).sort()).toEqual([
    'done',
    'unknown',
  ])
  expect((await rig.call('app.state', null)).databaseRebuild).toMatchObject({ unknownChanges: 1 })
})

test('The change history that can still be read is in the rebuilt database, each entry once', async () => {
  const rig = await startRig()
  const accountId = await fillProfile(rig)
  await rig.restart(() => {
    addChange(rig, accountId, 'done')
    addChange(rig, accountId, 'unknown')
  })
  await rig.restart(() => damageDomains(rig))
  expect((await rig.call('app.state', null)).databaseRebuild).toMatchObject({ historyEntries: 2 })
  expect((await rig.call('changeLog.list', { limit: 10 })).rows.map(({ result }) => result)).toEqual([
    'unknown',
    'done',
  ])
})

test('Entries of the execution log from before a rebuild are possibly of this app, and their reads are hidden like its own', async () => {
  const rig = await startRig()
  const accountId = await fillProfile(rig)
  await rig.restart(() => damageAll(databaseOf(rig)))
  await rig.call('app.closeDatabaseRebuild', null)
  await rig.restart()
  const senders = async (hidesOwnReads: boolean) =>
    (await rig.call('logs.page', { filter: { hidesOwnReads }, limit: 100 })).rows.map(({ entry }) => entry?.sender)
  // A call that is in flight while the log is read is only marked by the next reading.
  const readSenders = async () => {
    await rig.call('logs.refreshArchive', { accountIds: [accountId] })
    return new Set(await senders(false))
  }
  await expect.poll(readSenders, { interval: 500 }).toEqual(new Set(['own', 'ownOrOther']))
  expect(await senders(true)).toEqual([])
  expect(await rig.call('logs.days', { filter: { hidesOwnReads: true } })).toEqual([])
})

test.each([
  ['is missing', (path: string) => rmSync(path)],
  ['is damaged', (path: string) => writeFileSync(path, readFileSync(path, 'utf8').replace('First', 'Fifth'))],
  [
    'is of a newer version',
    (path: string) => writeFileSync(path, readFileSync(path, 'utf8').replace('"version":1', '"version":2')),
  ],
])('A damaged database stays in its place and is reported while its backup %s', async (_, spoil) => {
  const rig = await startRig()
  await fillProfile(rig)
  await rig.restart(() => {
    damageAll(databaseOf(rig))
    spoil(backupOf(rig))
  })
  expect((await rig.call('app.state', null)).databaseError).toMatchObject({ kind: 'database_damaged' })
  expect(readdirSync(rig.profile).filter((name) => name.startsWith('banto.db.'))).toEqual([])
})

test.each([
  ['is missing', 'database_missing', (path: string) => rmSync(path)],
  ['is empty', 'database_missing', (path: string) => writeFileSync(path, '')],
  [
    'belongs to another program',
    'database_foreign',
    (path: string) => {
      rmSync(path)
      const other = new DatabaseSync(path)
      other.exec('create table notes (a)')
      other.close()
    },
  ],
])('A database that %s is reported and is not rebuilt from the backup', async (_, kind, lose) => {
  const rig = await startRig()
  await fillProfile(rig)
  await rig.restart(() => lose(databaseOf(rig)))
  expect((await rig.call('app.state', null)).databaseError).toMatchObject({ kind })
  expect(existsSync(backupOf(rig))).toBe(true)

  // The user decides for an empty database. The backup is kept under another name.
  const backup = readFileSync(backupOf(rig))
  await rig.call('app.setDatabaseAside', null)
  expect(await rig.call('accounts.list', null)).toEqual([])
  const aside = readdirSync(rig.profile).find((name) => name.startsWith('profile-backup.jsonl.aside-')) ?? ''
  expect(readFileSync(join(rig.profile, aside)).equals(backup)).toBe(true)
})

test.each([
  ['before the damaged file was renamed', (path: string) => writeFileSync(`${path}.rebuilt`, 'an older attempt')],
  ['while the new file was built', (path: string) => writeFileSync(`${path}.unfinished`, 'half a file')],
])('A rebuild that was interrupted %s is made again', async (_, interrupt) => {
  const rig = await startRig()
  await fillProfile(rig)
  await rig.restart(() => {
    damageAll(databaseOf(rig))
    interrupt(databaseOf(rig))
  })
  expect(await rig.call('accounts.list', null)).toMatchObject([{ label: 'First' }])
  expect(readdirSync(rig.profile).filter((name) => /rebuilt|unfinished/.test(name))).toEqual([])
})

test('A rebuild that was interrupted after the damaged file was renamed is completed', async () => {
  const rig = await startRig()
  await fillProfile(rig)
  await rig.restart(() => renameSync(databaseOf(rig), `${databaseOf(rig)}.rebuilt`))
  expect((await rig.call('app.state', null)).databaseError).toBeNull()
  expect(await rig.call('accounts.list', null)).toMatchObject([{ label: 'First' }])
})
