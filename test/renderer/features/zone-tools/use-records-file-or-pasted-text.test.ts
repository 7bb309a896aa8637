import { expect, test, vi } from 'vitest'
import { recordsFileLimits } from '#shared/dns/records-files/records-file-limits.ts'
import { useRecordsFileOrPastedText } from '#renderer/features/zone-tools/useRecordsFileOrPastedText.ts'
import { runInSetup } from '#test/renderer/run-in-setup.ts'

const zone = 'www 3600 IN A 192.0.2.1\nwww 3600 IN CAA 0 issue "ca.example.net"\n'

test('A file shows its records, the lines that cannot be used, its format and its encoding', async () => {
  const { file, readFile } = runInSetup(() => useRecordsFileOrPastedText(() => 'example.com')).made
  const bytes = new Uint8Array([...new TextEncoder().encode(zone), 0x3b, 0x83, 0x65, 0x83, 0x58, 0x83, 0x67])
  await readFile(new File([bytes], 'example.zone'))
  expect(file.value).toMatchObject({ name: 'example.zone', encoding: 'shift_jis', content: { format: 'zone-file' } })
  expect(file.value?.content.records).toMatchObject([{ host: 'www', type: 'A', content: '192.0.2.1' }])
  expect(file.value?.content.findings).toMatchObject([{ line: 2, code: 'unsupportedType' }])
})

test.each([
  ['one byte', '\0'],
  ['several bytes', '; あ\n'],
])('A file above the limit is refused and not read in part, with characters of %s', async (_, text) => {
  const { file, readFile } = runInSetup(() => useRecordsFileOrPastedText(() => 'example.com')).made
  const bytes = new TextEncoder().encode(text.repeat(10_000))
  const parts = Array.from({ length: Math.ceil((recordsFileLimits.bytes + 1000) / bytes.length) }, () => bytes)
  await readFile(new File(parts, 'large.zone'))
  expect(file.value?.content).toMatchObject({ isComplete: false, findings: [{ code: 'tooLarge' }] })
})

test('A newer text replaces one that is still being read', async () => {
  const { file, readText } = runInSetup(() => useRecordsFileOrPastedText(() => 'example.com')).made
  const long = readText('a 3600 IN A 192.0.2.1\n'.repeat(50_000))
  const short = readText('b 3600 IN A 192.0.2.2')
  await Promise.all([long, short])
  expect(file.value?.content.records).toMatchObject([{ host: 'b' }])
})

test('A file that cannot be read is not described as an error in Banto', async () => {
  const { error, readFile } = runInSetup(() => useRecordsFileOrPastedText(() => 'example.com')).made
  const folder = new File([], 'folder')
  folder.arrayBuffer = () => Promise.reject(new DOMException('It is a folder', 'NotFoundError'))
  await readFile(folder)
  expect(error.value).toMatchObject({ kind: 'invalid_input', details: { reason: 'unreadable_file' } })
})

test('Text without a character is no file', async () => {
  const { file, readText } = runInSetup(() => useRecordsFileOrPastedText(() => 'example.com')).made
  await readText('b 3600 IN A 192.0.2.2')
  await readText('  ')
  expect(file.value).toBeNull()
})

test('Typed text is the newest one at once, and is read when no other text follows', async () => {
  const { file, readText, readTextSoon, latestInput } = runInSetup(() =>
    useRecordsFileOrPastedText(() => 'example.com'),
  ).made
  await readText('a 3600 IN A 192.0.2.1')
  readTextSoon('b 3600 IN A 192.0.2.2')
  readTextSoon('c 3600 IN A 192.0.2.3')
  expect(file.value?.content.records).toMatchObject([{ host: 'a' }])
  expect(latestInput()).toMatchObject({ name: null, text: 'c 3600 IN A 192.0.2.3' })
  await vi.waitFor(() => expect(file.value?.content.records).toMatchObject([{ host: 'c' }]))
  expect(latestInput()?.text).toBe('c 3600 IN A 192.0.2.3')
})

test('A file that is chosen after text was typed is not replaced by the text', async () => {
  const { file, readFile, readTextSoon, latestInput } = runInSetup(() =>
    useRecordsFileOrPastedText(() => 'example.com'),
  ).made
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  readTextSoon('b 3600 IN A 192.0.2.2')
  const reading = readFile(new File([zone], 'example.zone'))
  vi.runAllTimers()
  vi.useRealTimers()
  await reading
  expect(file.value?.name).toBe('example.zone')
  expect(latestInput()?.text).toBe(zone)
  readTextSoon(' ')
  expect([file.value, latestInput()]).toEqual([null, null])
})
