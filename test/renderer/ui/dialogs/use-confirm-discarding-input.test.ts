import { onTestFinished, expect, test } from 'vitest'
import { nextTick, ref } from 'vue'
import { currentConfirmation } from '#renderer/ui/dialogs/open-confirmation-dialog.ts'
import { useConfirmDiscardingInput } from '#renderer/ui/dialogs/useConfirmDiscardingInput.ts'
import { runInSetup } from '#test/renderer/run-in-setup.ts'

test('The question whether to discard an input is withdrawn when its form closes by itself', async () => {
  const { made: ask, leave } = runInSetup(() => useConfirmDiscardingInput())
  const answer = ask()
  expect(currentConfirmation.value).not.toBeNull()
  leave()
  expect(currentConfirmation.value).toBeNull()
  expect(await answer).toBe(false)
})

test('The question whether to stop a comparison is withdrawn when the comparison ends', async () => {
  const isComparing = ref(true)
  const { made: ask, leave } = runInSetup(() => useConfirmDiscardingInput(() => isComparing.value))
  onTestFinished(leave)
  const answer = ask()
  isComparing.value = false
  await nextTick()
  expect(currentConfirmation.value).toBeNull()
  expect(await answer).toBe(false)
})
