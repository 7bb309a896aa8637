import { expect, onTestFinished, test } from 'vitest'
import { shallowRef } from 'vue'
import type { ChangeLogEntry } from '#shared/ipc/change-log.ts'
import { useOpenedChangeLogEntry } from '#renderer/features/activity/change-log/useOpenedChangeLogEntry.ts'
import { startSimulatorRig } from '#test/main-process-rig.ts'
import { connectRigBridge } from '#test/renderer/bridge-to-main-process-rig.ts'
import { runInSetup } from '#test/renderer/run-in-setup.ts'

test('An open entry is closed when it was taken back because nothing was sent', async () => {
  const rig = await startSimulatorRig()
  onTestFinished(() => rig.close())
  connectRigBridge(rig)
  const changed = shallowRef(0)
  const { made: opened, leave } = runInSetup(() => useOpenedChangeLogEntry(changed))
  onTestFinished(leave)
  opened.value = { id: 'taken back' } as ChangeLogEntry
  changed.value += 1
  await expect.poll(() => opened.value).toBeNull()
})
