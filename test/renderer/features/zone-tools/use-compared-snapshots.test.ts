import { expect, onTestFinished, test } from 'vitest'
import { lastReadState, useComparedSnapshots } from '#renderer/features/zone-tools/useComparedSnapshots.ts'
import { startSimulatorRig } from '#test/main-process-rig.ts'
import { connectRigBridge } from '#test/renderer/bridge-to-main-process-rig.ts'
import { runInSetup } from '#test/renderer/run-in-setup.ts'

test('The error of one comparison of snapshots is not shown beside another comparison', async () => {
  const rig = await startSimulatorRig({
    world: { users: [{ name: 'first', keys: [{ token: 'key-of-first' }], domains: [{ domain_name: 'one.com' }] }] },
  })
  onTestFinished(() => rig.close())
  connectRigBridge(rig)
  const { id: accountId } = await rig.addAccount('First', ['key-of-first'])
  const listed = rig.event('sync.changed', (all) => all.every(({ state }) => state !== 'lists'))
  await rig.call('sync.start', {})
  await listed
  const take = () => rig.call('snapshots.create', { accountId, domain: 'one.com' })
  const [mine, other] = [await take(), await take()]
  const { made, leave } = runInSetup(() => useComparedSnapshots(mine.id))
  onTestFinished(leave)
  await expect.poll(() => made.snapshot.value?.id).toBe(mine.id)
  made.otherId.value = 'none'
  await expect.poll(() => made.error.value?.kind).toBe('not_found')
  made.otherId.value = lastReadState
  expect(made.error.value).toBeNull()
  made.otherId.value = other.id
  await expect.poll(() => made.other.value?.id).toBe(other.id)
  expect(made.error.value).toBeNull()
})
