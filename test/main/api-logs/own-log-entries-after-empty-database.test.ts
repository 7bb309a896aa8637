import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { startSimulatorRig } from '#test/main-process-rig.ts'

const token = 'a-key-that-is-added-again'

test('Calls that Banto made before its database was replaced by an empty one are not said to be of another program', async () => {
  const rig = await startSimulatorRig({ world: { users: [{ name: 'first', keys: [{ token }] }] } })
  onTestFinished(() => rig.close())
  await rig.addAccount('First', [token])
  await rig.call('sync.start', {})
  await expect.poll(async () => (await rig.call('sync.progress', null))[0]?.state).toBe('idle')
  const callsBefore = rig.simulator.ledger.requests.length
  await rig.restart(() => {
    for (const ending of ['', '-wal', '-shm', '.backup'])
      rmSync(join(rig.profile, `banto.db${ending}`), { force: true })
  })
  expect((await rig.call('app.state', null)).databaseError).not.toBeNull()
  await rig.call('app.setDatabaseAside', null)
  await rig.addAccount('First', [token])
  await rig.call('logs.fetch', { filter: {}, limit: 500 })
  await rig.call('logs.fetch', { filter: {}, limit: 500 })
  const { rows } = await rig.call('logs.page', { filter: {} })
  const senders = rows.map(({ entry }) => entry?.sender)
  expect(senders.length).toBeGreaterThan(callsBefore)
  expect(new Set(senders)).toEqual(new Set(['own', 'ownOrOther']))
})
