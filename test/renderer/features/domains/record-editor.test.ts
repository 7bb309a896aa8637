import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { nextTick } from 'vue'
import { useRecordEditor } from '#renderer/features/domains/zone/useRecordEditor.ts'
import { inSetup } from '../../in-setup.ts'

const pauseMs = 1_000

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

function editNew() {
  const edited = { accountId: 'account', domain: 'example.jp', decoded: null, record: null, zone: [], delegation: { state: 'unknown' as const } }
  return inSetup(() => useRecordEditor(edited, { showZone: () => undefined, done: () => undefined }))
}

async function pass(ms: number): Promise<void> {
  await nextTick()
  vi.advanceTimersByTime(ms)
}

test('a field is checked after a pause in typing', async () => {
  const { made: editor, leave } = editNew()
  editor.input.value = { ...editor.input.value, content: '999.1.1.1' }
  await pass(pauseMs)
  expect(editor.findings.value.map(({ code }) => code)).toEqual(['ipv4'])
  leave()
})

test('after edits are undone nothing is called wrong that nobody typed', async () => {
  const { made: editor, leave } = editNew()
  editor.input.value = { ...editor.input.value, content: '999.1.1.1' }
  await pass(10)
  editor.reset()
  await pass(pauseMs)
  expect(editor.findings.value).toEqual([])
  leave()
})
