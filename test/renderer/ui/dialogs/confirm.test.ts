import { expect, test } from 'vitest'
import { openConfirmation, confirm } from '#renderer/ui/dialogs/confirm.ts'

test('A newer confirmation stays open when the work of an older one ends', async () => {
  const older = confirm({ title: 'older', action: 'Do' })
  const answerOlder = openConfirmation.value?.answer
  const newer = confirm({ title: 'newer', action: 'Do' })
  expect(await older).toBe(false)
  answerOlder?.(true)
  expect(openConfirmation.value?.title).toBe('newer')
  openConfirmation.value?.answer(true)
  expect(await newer).toBe(true)
  expect(openConfirmation.value).toBeNull()
})
