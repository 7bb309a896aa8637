import { expect, onTestFinished, test } from 'vitest'
import { nextTick, shallowReactive } from 'vue'
import type { ZoneRecord } from '#shared/dns/records/dns-record.ts'
import { classifyStoredDelegation } from '#renderer/features/domains/zone/classify-stored-delegation.ts'
import { useEditAndSendRecord } from '#renderer/features/domains/zone/useEditAndSendRecord.ts'
import { runInSetup } from '#test/renderer/run-in-setup.ts'

const www: ZoneRecord = { id: 1, type: 'A', host: 'www', content: '192.0.2.1', ttl: 3600, priority: 0 }
const changed = { ...www, content: '192.0.2.77' }

function openForm() {
  const edited = shallowReactive({
    accountId: 'account',
    domain: 'example.jp',
    decoded: null,
    record: www,
    zone: [www] as readonly ZoneRecord[],
    zoneReadAt: 1,
    delegation: classifyStoredDelegation(null),
  })
  const on = { showZone: () => undefined, done: () => undefined }
  const { made: editor, leave } = runInSetup(() => useEditAndSendRecord(edited, on))
  onTestFinished(leave)
  const read = async (zone: readonly ZoneRecord[]) => {
    Object.assign(edited, { zone, zoneReadAt: edited.zoneReadAt + 1 })
    await nextTick()
  }
  return { editor, read }
}

test('A form without input shows its record as a newer reading found it', async () => {
  const { editor, read } = openForm()
  await read([changed])
  expect(editor.base.value).toEqual(changed)
  expect(editor.input.value.content).toBe('192.0.2.77')
  expect([editor.isChanged.value, editor.isOutdated.value]).toEqual([false, false])
})

test('A form with input is kept, and says at once that a newer reading found its record changed', async () => {
  const { editor, read } = openForm()
  editor.input.value = { ...editor.input.value, ttl: 700 }
  await read([{ ...www }])
  expect(editor.isOutdated.value).toBe(false)
  await read([changed])
  expect([editor.base.value, editor.input.value.ttl]).toEqual([www, 700])
  expect(editor.isOutdated.value).toBe(true)
  editor.restartEditFrom(changed, true)
  expect(editor.input.value).toMatchObject({ content: '192.0.2.77', ttl: 700 })
  expect(editor.isOutdated.value).toBe(false)
})

test('A form that is reset shows its record as the newest reading found it', async () => {
  const { editor, read } = openForm()
  editor.input.value = { ...editor.input.value, ttl: 700 }
  await read([changed])
  editor.reset()
  expect([editor.base.value, editor.input.value.content]).toEqual([changed, '192.0.2.77'])
  expect([editor.isChanged.value, editor.isOutdated.value]).toEqual([false, false])
})

test('A form whose input a newer reading found in the zone has no unsaved change', async () => {
  const { editor, read } = openForm()
  editor.input.value = { ...editor.input.value, content: '192.0.2.77' }
  await read([changed])
  expect([editor.base.value, editor.isChanged.value, editor.isOutdated.value]).toEqual([changed, false, false])
})

test('A form says that a newer reading no longer found its record', async () => {
  const { editor, read } = openForm()
  await read([])
  expect([editor.base.value, editor.isOutdated.value]).toEqual([www, true])
})
