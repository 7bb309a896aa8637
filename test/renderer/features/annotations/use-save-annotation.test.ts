import { afterAll, beforeAll, expect, test } from 'vitest'
import { useSaveAnnotation } from '#renderer/features/annotations/useSaveAnnotation.ts'
import { startSimulatorRig, type SimulatorRig } from '#test/main-process-rig.ts'
import { connectRigBridge } from '#test/renderer/bridge-to-main-process-rig.ts'
import { runInSetup } from '#test/renderer/run-in-setup.ts'

const token = 'a-key-for-tags'
const name = 'one.example'
let rig: SimulatorRig
let accountId: string

async function sync(): Promise<void> {
  const ended = rig.event('sync.changed', (all) =>
    all.every(({ state, endedAt }) => state === 'idle' && endedAt !== null),
  )
  await rig.call('sync.start', {})
  await ended
}

beforeAll(async () => {
  rig = await startSimulatorRig({
    world: { users: [{ name: 'first', keys: [{ token }], domains: [{ domain_name: name }] }] },
  })
  accountId = (await rig.addAccount('First', [token])).id
})
afterAll(() => rig.close())

test('Tags that were not stored are not shown, and trying again stores the same tags', async () => {
  connectRigBridge(rig)
  const target = { kind: 'domain', accountId, name } as const
  const { made, leave } = runInSetup(() =>
    useSaveAnnotation(
      () => target,
      () => ({ tags: [], customer: '', note: '' }),
    ),
  )
  await made.saveTags(['VIP'])
  expect(made.tags.value).toEqual([])
  expect(made.failure.value?.error.kind).toBe('not_found')
  await sync()
  await made.failure.value?.retry()
  expect(made.failure.value).toBeNull()
  expect((await rig.call('inventory.domain', { accountId, name })).annotation.tags).toEqual(['VIP'])
  leave()
})
