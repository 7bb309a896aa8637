import { expect, onTestFinished, test } from 'vitest'
import { copyDatabaseAsLeftByKill } from '#test/main/copy-database-as-left-by-kill.ts'
import { createRequestGate } from '#test/main/jobs/jobs-rig.ts'
import { startSimulatorRig } from '#test/main-process-rig.ts'

const token = 'a-key-that-may-read'
const name = 'example.com'
const path = `/v1/domain/${name}`

test('The log does not call a read that was in flight when the app was killed a call of another program', async () => {
  const gate = createRequestGate((request) => request.path === path)
  const rig = await startSimulatorRig({
    world: { users: [{ name: 'first', keys: [{ token }], domains: [{ domain_name: name }] }] },
    onArrival: gate.onArrival,
  })
  onTestFinished(() => rig.close())
  const { id: accountId } = await rig.addAccount('First', [token])
  const synced = rig.event('sync.changed', (all) => all.every(({ state }) => state !== 'lists' && state !== 'details'))
  await rig.call('sync.start', {})
  await synced
  gate.close()
  const cut = rig.call('inventory.refreshDomain', { accountId, name, detailKinds: ['detail'] }).catch(() => undefined)
  await expect.poll(gate.heldCount).toBe(1)
  const restoreDatabase = copyDatabaseAsLeftByKill(rig.profile)
  gate.open()
  await rig.restart(restoreDatabase)
  await cut
  await rig.call('logs.refreshArchive', { accountIds: [accountId] })
  const senders = async (hidesOwnReads: boolean) =>
    (await rig.call('logs.page', { filter: { hidesOwnReads }, limit: 100 })).rows.flatMap(({ entry }) =>
      entry?.path === path ? [entry.sender] : [],
    )
  await expect.poll(() => senders(false), { timeout: 10_000 }).toEqual(['ownOrOther', 'own'])
  expect(await senders(true)).toEqual([])
  const requests = await rig.call('logs.requests', { limit: 100, offset: 0 })
  expect(requests.rows.find((request) => request.path === path)).toMatchObject({ status: null, durationMs: null })
})
