import { expect, test } from 'vitest'
import { currentConfirmation, confirm } from '#renderer/ui/dialogs/open-confirmation-dialog.ts'

test('A newer confirmation stays open when the work of an older one ends', async () => {
  const older = confirm({ title: 'older', action: 'Do' })
  const answerOlder = currentConfirmation.value?.answer
  const newer = confirm({ title: 'newer', action: 'Do' })
  expect(await older).toBe(false)
  answerOlder?.(true)
  expect(currentConfirmation.value?.title).toBe('newer')
  currentConfirmation.value?.answer(true)
  expect(await newer).toBe(true)
  expect(currentConfirmation.value).toBeNull()
})
