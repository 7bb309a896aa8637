import { nextTick } from 'vue'
import { expect, onTestFinished, test } from 'vitest'
import { useExecutionLogEntryPages } from '#renderer/features/logs/useExecutionLogEntryPages.ts'
import { useLogFilters } from '#renderer/stores/log-filters.ts'
import { startSimulatorRig } from '#test/main-process-rig.ts'
import { connectRigBridge } from '#test/renderer/bridge-to-main-process-rig.ts'
import { runInSetup } from '#test/renderer/run-in-setup.ts'

test('The count of an earlier filter is not shown after the entries of another filter failed to load', async () => {
  const rig = await startSimulatorRig({ world: { users: [] } })
  onTestFinished(() => rig.close())
  connectRigBridge(rig)
  const { made, leave } = runInSetup(() => ({ pages: useExecutionLogEntryPages(), filters: useLogFilters() }))
  await made.pages.load(0, 10, null)
  expect(made.pages.stored.value).toEqual({ entries: 0, isComplete: true })
  made.filters.target = { kind: 'domain', name: 'x'.repeat(1_000) }
  await nextTick()
  await expect(made.pages.load(0, 10, null)).rejects.toThrow()
  expect(made.pages.stored.value).toBeNull()
  leave()
})
