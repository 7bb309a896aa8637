import { createPinia, setActivePinia } from 'pinia'
import { expect, test } from 'vitest'
import { AppError } from '#shared/app-error.ts'
import type { PreloadBridge } from '#shared/ipc/preload-bridge.ts'
import type { SyncProgress } from '#shared/ipc/sync.ts'
import { useSyncProgress } from '#renderer/stores/sync-progress.ts'
import { startSimulatorRig } from '#test/main-process-rig.ts'
import { connectRigBridge } from '#test/renderer/bridge-to-main-process-rig.ts'

test('The error of a failed request to sync is shown until a later sync succeeds', async () => {
  const token = 'a-key-of-the-user'
  const rig = await startSimulatorRig({ world: { users: [{ name: 'user', keys: [{ token }] }] } })
  await rig.addAccount('Account', [token])
  connectRigBridge(rig)
  let receive: (changed: SyncProgress[]) => void = () => undefined
  const { banto } = (globalThis as unknown as { window: { banto: PreloadBridge } }).window
  banto.listen = (listener) => {
    receive = (changed) => listener('sync.changed', changed)
    return () => undefined
  }
  setActivePinia(createPinia())
  const sync = useSyncProgress()
  await sync.listen()
  sync.error = new AppError('database_failed', 'No')
  receive(await rig.call('sync.progress', null))
  expect(sync.error).not.toBeNull()
  const ended = rig.event('sync.changed', ([first]) => first?.state === 'idle' && first.endedAt !== null)
  await rig.call('sync.start', {})
  receive(await ended)
  expect(sync.error).toBeNull()
  await rig.close()
})
