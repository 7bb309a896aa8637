import { describe, expect, test } from 'vitest'
import { detectRecordsFormat, parseRecordsFile } from '#shared/dns/records-files/parse-records-file.ts'
import { runWithoutPauses } from '#shared/run-generator-without-pauses.ts'
import { idna } from '#test/shared/dns/node-idna.ts'

const read = (file: Uint8Array | string) => runWithoutPauses(parseRecordsFile(file, { domain: 'example.com', idna }))
const bytes = (...parts: (string | number[])[]) =>
  Uint8Array.from(parts.flatMap((part) => (typeof part === 'string' ? [...new TextEncoder().encode(part)] : part)))
const utf16 = (text: string, isLittle: boolean) =>
  [...`\ufeff${text}`].flatMap((letter) => {
    const [high, low] = [letter.charCodeAt(0) >> 8, letter.charCodeAt(0) & 255]
    return isLittle ? [low, high] : [high, low]
  })
/** 検証 in Shift_JIS. */
const shiftJis = [0x8c, 0x9f, 0x8f, 0xd8]

describe('The encoding of a file', () => {
  test.each([
    ['UTF-8', bytes('$TTL 60\na TXT "検証"\n'), 'utf-8', []],
    ['UTF-8 with a byte order mark', bytes('\ufeff$TTL 60\na TXT "検証"\n'), 'utf-8', []],
    ['UTF-16 with the low byte first', bytes(utf16('$TTL 60\na TXT "検証"\n', true)), 'utf-16le', []],
    ['UTF-16 with the high byte first', bytes(utf16('$TTL 60\na TXT "検証"\n', false)), 'utf-16be', []],
    ['Shift_JIS', bytes('$TTL 60\na TXT "', shiftJis, '"\n'), 'shift_jis', ['shiftJisAssumed']],
  ])('Text in %s is read', (_, file, encoding, codes) => {
    const content = read(file)
    expect(content).toMatchObject({ encoding, records: [{ content: '検証' }] })
    expect(content.findings.map(({ code }) => code)).toEqual(codes)
  })

  test('Damaged UTF-8 is not taken for Shift_JIS, and the line with the damage is reported', () => {
    const content = read(bytes('$TTL 60\na TXT "検証"\nb TXT "', [0xe6, 0xa4], 'x"\n'))
    expect(content).toMatchObject({
      encoding: 'utf-8',
      records: [{ host: 'a' }],
      findings: [{ line: 3, code: 'undecodable' }],
    })
  })

  test('A character at the border of two decoded parts is read', () => {
    const comment = `;${'x'.repeat(1000)}\n`.repeat(261)
    const content = read(bytes(`$TTL 60\n${comment}a TXT "${'検'.repeat(900)}"\n`))
    expect(content.records).toMatchObject([{ content: '検'.repeat(900) }])
  })
})

test.each([
  ['{"records":[]}', 'json'],
  ['\ufeff\n [', 'json'],
  ['type,host,content\r\n', 'csv'],
  ['\ufeff種別,ホスト名,内容\r\n', 'csv'],
  ['$TTL 60\n', 'zone-file'],
  ['; type,content\n', 'zone-file'],
  ['', 'zone-file'],
])('The format of %j is %s', (text, format) => {
  expect(detectRecordsFormat(text)).toBe(format)
})

test.each([
  ['zone file', '$TTL 60\nwww A 192.0.2.1\nmail A 192.0.2.2\nWWW 300 A 192.0.2.1\n', [4]],
  ['CSV', 'type,host,content,ttl\nA,www,192.0.2.1,60\nA,mail,192.0.2.2,60\nA,WWW,192.0.2.1,300\n', [4]],
  [
    'JSON',
    JSON.stringify(
      ['www', 'mail', 'www'].map((host) => ({ type: 'A', host, content: `192.0.2.${host.length}`, ttl: 60 })),
    ),
    [3],
  ],
])('A repeated record of a %s is named, and counts once', (_, text, lines) => {
  const { records, findings } = read(text)
  expect(records.filter(({ isRepeated }) => !isRepeated)).toMatchObject([{ host: 'www', ttl: 60 }, { host: 'mail' }])
  const repeated = findings.filter(({ code }) => code === 'repeatedRecord')
  expect(repeated.map(({ line }) => line)).toEqual(lines)
  expect(repeated).toMatchObject([{ severity: 'warning', text: expect.stringContaining('192.0.2') as string }])
})

test('A record of other content or priority is not called repeated', () => {
  const text = '$TTL 60\n@ MX 10 mail.example.net.\n@ MX 20 mail.example.net.\n@ TXT "a"\n@ TXT "A"\n'
  expect(read(text)).toMatchObject({ records: [{}, {}, {}, {}], findings: [] })
})
