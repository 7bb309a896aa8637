import { expect, test } from 'vitest'
import { ref } from 'vue'
import { useConfirmDrawerClose } from '#renderer/features/zone-tools/useConfirmDrawerClose.ts'
import { currentConfirmation } from '#renderer/ui/dialogs/open-confirmation-dialog.ts'
import { runInSetup } from '#test/renderer/run-in-setup.ts'

function openDrawer({ isChanged = false, isBusy = false, comparing = ref(false) }) {
  const calls: string[] = []
  const { made } = runInSetup(() =>
    useConfirmDrawerClose(
      () => isChanged,
      () => calls.push('closed'),
      () => ({ isBusy, isComparing: comparing.value, cancel: () => calls.push('stopped') }),
    ),
  )
  return { ...made, calls }
}

test('A drawer in which nothing was typed or chosen closes without a question', async () => {
  const { close, calls } = openDrawer({})
  await close()
  expect(calls).toEqual(['closed'])
  expect(currentConfirmation.value).toBeNull()
})

test.each([
  [true, ['closed']],
  [false, []],
])('A drawer with an input asks before it is closed or left (answer: %s)', async (isYes, expected) => {
  const { close, mayLeave, calls } = openDrawer({ isChanged: true })
  const closing = close()
  currentConfirmation.value?.answer(isYes)
  await closing
  expect(calls).toEqual(expected)
  const leaving = mayLeave()
  currentConfirmation.value?.answer(isYes)
  expect(await leaving).toBe(isYes)
})

test('While a plan is computed, closing only stops it, and after the comparison its page opens without a question', async () => {
  const { close, mayLeave, calls } = openDrawer({ isChanged: true, isBusy: true })
  await close()
  expect(calls).toEqual(['stopped'])
  expect(await mayLeave()).toBe(true)
  expect(currentConfirmation.value).toBeNull()
})

test('Leaving while domains are compared asks, and the question is withdrawn when the comparison ends', async () => {
  const comparing = ref(true)
  const { mayLeave } = openDrawer({ isChanged: true, isBusy: true, comparing })
  const leaving = mayLeave()
  expect(currentConfirmation.value).not.toBeNull()
  comparing.value = false
  expect(await leaving).toBe(false)
  expect(currentConfirmation.value).toBeNull()
})
