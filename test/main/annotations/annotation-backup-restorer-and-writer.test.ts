import {
  closeSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { AnnotationTarget } from '#shared/ipc/annotations.ts'
import { startSimulatorRig, type SimulatorRig } from '#test/main-process-rig.ts'

const token = 'a-key-for-backups'
const one = 'one.example'

async function startRig(): Promise<SimulatorRig> {
  const profile = mkdtempSync(join(tmpdir(), 'banto-backup-'))
  const rig = await startSimulatorRig({
    profile,
    world: {
      users: [
        {
          name: 'first',
          keys: [{ token }],
          domains: [{ domain_name: one }, { domain_name: 'two.example' }],
          servers: [{ server_id: 'web1' }],
        },
      ],
    },
  })
  onTestFinished(async () => {
    await rig.close()
    rmSync(profile, { recursive: true, force: true })
  })
  return rig
}

async function addSyncedAccount(rig: SimulatorRig): Promise<string> {
  const { id } = await rig.addAccount('First', [token])
  const ended = rig.event('sync.changed', (all) =>
    all.every(({ state, endedAt }) => state === 'idle' && endedAt !== null),
  )
  await rig.call('sync.start', {})
  await ended
  return id
}

const domain = (accountId: string, name = one): AnnotationTarget => ({ kind: 'domain', accountId, name })
const backupOf = (rig: SimulatorRig) => join(rig.profile, 'annotations.json')

async function writeWords(rig: SimulatorRig, accountId: string): Promise<void> {
  const [server] = (await rig.call('inventory.servers', {})).rows
  await rig.call('annotations.changeTagsAndCustomers', {
    changes: [
      { target: domain(accountId), add: ['VIP', '本番'], customer: '青葉商店' },
      { target: { kind: 'server', accountId, name: server?.name ?? '' }, add: ['Rack 4'] },
    ],
  })
  await rig.call('annotations.setNote', { target: domain(accountId), note: 'Ask Aoi first' })
}

/** Overwrites every page of the file but the first, as a failing disk does. */
function damageDatabase(rig: SimulatorRig): void {
  const path = join(rig.profile, 'banto.db')
  const file = openSync(path, 'r+')
  for (let at = 4096; at < statSync(path).size; at += 4096) writeSync(file, Buffer.alloc(4096, 0xa5), 0, 4096, at)
  closeSync(file)
}

test('Tags, customers and notes come back after the database was damaged and replaced, when their account is added again', async () => {
  const rig = await startRig()
  await writeWords(rig, await addSyncedAccount(rig))
  await rig.restart(() => {
    damageDatabase(rig)
    rmSync(join(rig.profile, 'profile-backup.jsonl'))
  })
  expect((await rig.call('app.state', null)).databaseError).toMatchObject({ kind: 'database_damaged' })
  await rig.call('app.setDatabaseAside', null)
  expect(await rig.call('accounts.list', null)).toEqual([])

  const accountId = await addSyncedAccount(rig)
  expect((await rig.call('inventory.domain', { accountId, name: one })).annotation).toEqual({
    tags: ['VIP', '本番'],
    customer: '青葉商店',
    note: 'Ask Aoi first',
  })
  expect((await rig.call('inventory.servers', {})).rows).toMatchObject([{ tags: ['Rack 4'] }])
  expect((await rig.call('inventory.domains', { filter: { text: 'aoi' } })).total).toBe(1)
  await rig.restart()
  expect(readFileSync(backupOf(rig), 'utf8')).toContain(accountId)
})

test('A change is in the backup soon after it was made, and only the owner can read the file', async () => {
  const rig = await startRig()
  await writeWords(rig, await addSyncedAccount(rig))
  await expect.poll(() => readFileSync(backupOf(rig), 'utf8')).toContain('Ask Aoi first')
  expect(statSync(backupOf(rig)).mode & 0o777).toBe(0o600)
  await expect.poll(() => readdirSync(rig.profile).filter((name) => name.endsWith('.part'))).toEqual([])
})

test('A damaged database does not replace the backup', async () => {
  const rig = await startRig()
  await writeWords(rig, await addSyncedAccount(rig))
  await rig.restart(() => {
    damageDatabase(rig)
    rmSync(join(rig.profile, 'profile-backup.jsonl'))
  })
  await rig.restart()
  expect(readFileSync(backupOf(rig), 'utf8')).toContain('Ask Aoi first')
})

test('A damaged backup is kept under another name and written again from the database', async () => {
  const rig = await startRig()
  const accountId = await addSyncedAccount(rig)
  await writeWords(rig, accountId)
  await rig.restart(() => writeFileSync(backupOf(rig), '{"version":1,"revision":99,"annotations":[{"acc'))
  expect((await rig.call('inventory.domain', { accountId, name: one })).annotation.note).toBe('Ask Aoi first')
  await expect.poll(() => readdirSync(rig.profile)).toContain('annotations.json')
  const aside = readdirSync(rig.profile).find((name) => name.startsWith('annotations.json.aside-')) ?? ''
  expect(readFileSync(join(rig.profile, aside), 'utf8')).toContain('"revision":99')
  expect(readFileSync(backupOf(rig), 'utf8')).toContain('Ask Aoi first')
})

test('The tags and notes of a removed account are removed from the backup, too', async () => {
  const rig = await startRig()
  const accountId = await addSyncedAccount(rig)
  await writeWords(rig, accountId)
  await expect.poll(() => readFileSync(backupOf(rig), 'utf8')).toContain('Ask Aoi first')
  await rig.call('accounts.remove', { accountId })
  await expect.poll(() => readFileSync(backupOf(rig), 'utf8')).not.toContain('Ask Aoi first')
})

test('A backup of an older version, which has no customers, is restored with its tags and notes', async () => {
  const rig = await startRig()
  const accountId = await addSyncedAccount(rig)
  const { kind, name } = domain(accountId)
  const annotations = [{ kind, accountId, name, tags: ['VIP'], note: 'Ask Aoi first' }]
  await rig.restart(() => writeFileSync(backupOf(rig), JSON.stringify({ version: 1, revision: 99, annotations })))
  expect((await rig.call('inventory.domain', { accountId, name: one })).annotation).toEqual({
    tags: ['VIP'],
    customer: '',
    note: 'Ask Aoi first',
  })
})
