import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { nextTick } from 'vue'
import type { ZoneRecord } from '#shared/dns/records/dns-record.ts'
import { classifyStoredDelegation } from '#renderer/features/domains/zone/classify-stored-delegation.ts'
import { useEditAndSendRecord } from '#renderer/features/domains/zone/useEditAndSendRecord.ts'
import { currentConfirmation } from '#renderer/ui/dialogs/open-confirmation-dialog.ts'
import { runInSetup } from '#test/renderer/run-in-setup.ts'

const pauseMs = 1_000

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const www: ZoneRecord = { id: 1, type: 'A', host: 'www', content: '192.0.2.1', ttl: 3600, priority: 0 }

function edit(record: ZoneRecord | null) {
  const edited = {
    accountId: 'account',
    domain: 'example.jp',
    decoded: null,
    record,
    zone: record ? [record] : [],
    zoneReadAt: null,
    delegation: classifyStoredDelegation(null),
  }
  return runInSetup(() => useEditAndSendRecord(edited, { showZone: () => undefined, done: () => undefined }))
}

async function pass(ms: number): Promise<void> {
  await nextTick()
  vi.advanceTimersByTime(ms)
}

test('A field is checked after a pause in typing', async () => {
  const { made: editor, leave } = edit(null)
  editor.input.value = { ...editor.input.value, content: '999.1.1.1' }
  await pass(pauseMs)
  expect(editor.findings.value.map(({ code }) => code)).toEqual(['ipv4'])
  leave()
})

test('A reset also removes a pending check of the earlier input', async () => {
  const { made: editor, leave } = edit(null)
  editor.input.value = { ...editor.input.value, content: '999.1.1.1' }
  await pass(10)
  editor.reset()
  await pass(pauseMs)
  expect(editor.findings.value).toEqual([])
  leave()
})

test('Spaces that are not sent are not a change to confirm', () => {
  const { made: editor, leave } = edit(www)
  editor.input.value = { ...editor.input.value, content: ' 192.0.2.1 ' }
  expect(editor.isChanged.value).toBe(false)
  editor.input.value = { ...editor.input.value, content: '192.0.2.2' }
  expect(editor.isChanged.value).toBe(true)
  leave()
})

test('Continuing after a conflict keeps only the fields that the user changed', () => {
  const { made: editor, leave } = edit(www)
  editor.input.value = { ...editor.input.value, content: '192.0.2.1 ', ttl: 700 }
  editor.restartEditFrom({ ...www, content: '192.0.2.77', host: 'shop' }, true)
  expect(editor.input.value).toEqual({ type: 'A', host: 'shop', content: '192.0.2.77', ttl: 700, priority: 0 })
  expect(editor.sent.value).toMatchObject({ content: '192.0.2.77' })
  leave()
})

test('Continuing after a conflict keeps the user’s value of a field that both sides changed', () => {
  const { made: editor, leave } = edit(www)
  editor.input.value = { ...editor.input.value, content: '192.0.2.9' }
  editor.restartEditFrom({ ...www, content: '192.0.2.77', ttl: 60 }, true)
  expect(editor.input.value).toMatchObject({ content: '192.0.2.9', ttl: 60 })
  leave()
})

test('Continuing after a conflict takes over no priority for a type without priority', () => {
  const { made: editor, leave } = edit(www)
  editor.input.value = { ...editor.input.value, type: 'TXT', content: 'text' }
  editor.restartEditFrom({ ...www, type: 'MX', content: 'mail.example.jp', priority: 10 }, true)
  expect(editor.input.value).toMatchObject({ type: 'TXT', content: 'text', priority: 0 })
  leave()
})

test('Continuing from the current record drops every change', () => {
  const { made: editor, leave } = edit(www)
  editor.input.value = { ...editor.input.value, ttl: 700 }
  editor.restartEditFrom({ ...www, content: '192.0.2.77' }, false)
  expect(editor.input.value).toMatchObject({ content: '192.0.2.77', ttl: 3600 })
  expect(editor.isChanged.value).toBe(false)
  leave()
})

test('The question before input is discarded does not state whether it was sent, because the service may have declined it', async () => {
  const { made: editor, leave } = edit(null)
  editor.input.value = { ...editor.input.value, host: 'shop' }
  const left = editor.mayLeave()
  const text = currentConfirmation.value?.body
  expect(text).toBeTypeOf('string')
  expect(text).not.toMatch(/sent|送信/)
  currentConfirmation.value?.answer(true)
  expect(await left).toBe(true)
  leave()
})
