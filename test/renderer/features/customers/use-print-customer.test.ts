import { ref } from 'vue'
import { expect, onTestFinished, test } from 'vitest'
import { usePrintCustomer } from '#renderer/features/customers/usePrintCustomer.ts'
import { startMainRig } from '#test/main-process-rig.ts'
import { connectRigBridge } from '#test/renderer/bridge-to-main-process-rig.ts'
import { runInSetup } from '#test/renderer/run-in-setup.ts'

test('An error of printing is shown for its customer only, also if another customer is opened before it occurs', async () => {
  const rig = await startMainRig()
  onTestFinished(() => rig.close())
  connectRigBridge(rig)
  const shownName = ref('Aoba')
  const { made: printing, leave } = runInSetup(() => usePrintCustomer(() => shownName.value))
  onTestFinished(leave)
  const ended = printing.print('Aoba')
  shownName.value = 'Kaede'
  await ended
  expect(printing.error.value).toBeNull()
  shownName.value = 'Aoba'
  expect(printing.error.value?.kind).toBe('not_found')
})
