import { expect, test } from 'vitest'
import { asked, confirm } from '#renderer/ui/confirm.ts'

test('work that ends after a newer question came leaves that question on screen', async () => {
  const older = confirm({ title: 'older', action: 'Do' })
  const answerOlder = asked.value?.answer
  const newer = confirm({ title: 'newer', action: 'Do' })
  expect(await older).toBe(false)
  answerOlder?.(true)
  expect(asked.value?.title).toBe('newer')
  asked.value?.answer(true)
  expect(await newer).toBe(true)
  expect(asked.value).toBeNull()
})
