import { expect, onTestFinished, test } from 'vitest'
import { startSimulatorRig, type SimulatorRig } from '#test/main-process-rig.ts'

const token = 'a-key-that-may-read'

test.each<{ way: string; fetch: (rig: SimulatorRig) => Promise<unknown> }>([
  { way: 'a page', fetch: (rig) => rig.call('logs.fetch', {}) },
  { way: 'the archive', fetch: (rig) => rig.call('logs.refreshArchive', {}) },
])('Entries of this app are marked as its own however they were fetched: $way', async ({ fetch }) => {
  const rig = await startSimulatorRig({ world: { users: [{ name: 'first', keys: [{ token }] }] } })
  onTestFinished(() => rig.close())
  await rig.addAccount('First', [token])
  await fetch(rig)
  const senders = async (filter: object) =>
    (await rig.call('logs.page', { filter })).rows.flatMap(({ entry }) => entry?.sender ?? [])
  const all = await senders({})
  expect(all.length).toBeGreaterThan(0)
  expect(new Set(all)).toEqual(new Set(['own']))
  expect(await senders({ hidesOwnReads: true })).toEqual([])
})
