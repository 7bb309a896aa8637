import { mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import {
  readProfileBackup,
  writeProfileBackup,
  type ProfileBackupRow,
} from '#main/profile-backup/profile-backup-file.ts'
import { startSimulatorRig, type SimulatorRig } from '#test/main-process-rig.ts'

const token = 'a-key-that-no-file-contains'

async function startRig(): Promise<SimulatorRig> {
  const rig = await startSimulatorRig({ world: { users: [{ name: 'first', keys: [{ token }] }] } })
  onTestFinished(() => rig.close())
  return rig
}

const pathIn = ({ profile }: SimulatorRig) => join(profile, 'profile-backup.jsonl')
const textOf = (rig: SimulatorRig) => readFileSync(pathIn(rig), 'utf8')

test('What the user enters is in the backup soon, only its owner can read the file, and no API key is in it', async () => {
  const rig = await startRig()
  const { id } = await rig.addAccount('First', [token])
  await rig.call('accounts.update', { accountId: id, notes: 'Calls on Mondays' })
  await expect.poll(() => textOf(rig)).toContain('Calls on Mondays')
  expect(statSync(pathIn(rig)).mode & 0o777).toBe(0o600)
  expect(textOf(rig)).not.toContain(token)
  await rig.call('accounts.remove', { accountId: id })
  await expect.poll(() => textOf(rig)).not.toContain('Calls on Mondays')
  await expect.poll(() => readdirSync(rig.profile).filter((name) => name.endsWith('.part'))).toEqual([])
})

test('A change just before the app closes is in the backup', async () => {
  const rig = await startRig()
  await rig.call('app.saveSettings', { theme: 'dark' })
  await rig.call('app.saveSettings', { theme: 'light' })
  await rig.restart(() => expect(textOf(rig)).toContain('\\"theme\\":\\"light\\"'))
})

test.each([
  ['a damaged backup', (rig: SimulatorRig) => writeFileSync(pathIn(rig), '{"version":1,"sch')],
  [
    'a backup of another database',
    (rig: SimulatorRig) => replaceInFile(pathIn(rig), /"revision":\d+/, '"revision":999'),
  ],
  ['a backup of a newer version', (rig: SimulatorRig) => replaceInFile(pathIn(rig), '"version":1', '"version":2')],
])('The start renames %s and writes a new one', async (_, change) => {
  const rig = await startRig()
  await rig.addAccount('First', [token])
  let changed = ''
  await rig.restart(() => {
    change(rig)
    changed = textOf(rig)
  })
  await rig.restart()
  const aside = readdirSync(rig.profile).filter((name) => name.startsWith('profile-backup.jsonl.aside-'))
  expect(aside.map((name) => readFileSync(join(rig.profile, name), 'utf8'))).toEqual([changed])
  expect(readProfileBackup(pathIn(rig))).toMatchObject({ leftOut: 0 })
})

function replaceInFile(path: string, text: string | RegExp, by: string): void {
  writeFileSync(path, readFileSync(path, 'utf8').replace(text, by))
}

function temporaryPath(): string {
  const folder = mkdtempSync(join(tmpdir(), 'banto-backup-file-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return join(folder, 'backup.jsonl')
}

const header = { schemaVersion: 1, revision: 1, writtenAt: 5 }

test('Rows beyond the size limit are left out of the backup and counted', async () => {
  const path = temporaryPath()
  const rows = ['small', 'x'.repeat(1000), 'small too'].map((value): ProfileBackupRow => [
    'setting',
    { name: 'a', value },
  ])
  await writeProfileBackup(path, header, [rows], 500)
  expect(readProfileBackup(path)).toMatchObject({
    writtenAt: 5,
    leftOut: 1,
    rows: [
      ['setting', { value: 'small' }],
      ['setting', { value: 'small too' }],
    ],
  })
})

test('A backup is unreadable whichever of its bytes is another one or missing', async () => {
  const path = temporaryPath()
  await writeProfileBackup(path, header, [[['setting', { name: 'a', value: 'b' }]]], 500)
  const bytes = readFileSync(path)
  for (let at = 0; at < bytes.length; at += 1) {
    const changed = Buffer.from(bytes)
    changed[at] = (changed[at] ?? 0) ^ 1
    writeFileSync(path, changed)
    expect(readProfileBackup(path), `byte ${at}`).toBe('unreadable')
    writeFileSync(path, bytes.subarray(0, at))
    expect(readProfileBackup(path), `the first ${at} bytes`).toBe('unreadable')
  }
})
