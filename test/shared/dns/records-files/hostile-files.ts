import { parseRecordsFile, type RecordsFileContent } from '#shared/dns/records-files/parse-records-file.ts'
import { idna } from '#test/shared/dns/node-idna.ts'

export interface HostileFile {
  name: string
  file: Uint8Array
  /** Codes that the reader must find. */
  codes: string[]
}

/** Files of about this many bytes that try to block the reader, or to fill the memory. */
export function hostileFiles(bytes: number): HostileFile[] {
  const encode = (text: string) => new TextEncoder().encode(text)
  const fill = (unit: string) => unit.repeat(Math.ceil(bytes / encode(unit).length))
  const of = (name: string, text: string, ...codes: string[]): HostileFile => ({ name, file: encode(text), codes })
  const random = new Uint8Array(bytes)
  for (let at = 0, state = 7; at < bytes; at += 1) {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
    random[at] = state >>> 24
  }
  return [
    of('opening parentheses', fill('('), 'entryTooLong'),
    of('nested parentheses', `a ${fill('( ')}`, 'entryTooLong'),
    of('closing parentheses', fill(')\n'), 'unopenedParenthesis'),
    of('one endless quoted string', `a TXT "${fill('x')}`, 'entryTooLong'),
    of('one endless word', fill('x'), 'entryTooLong'),
    of('one endless comment', `;${fill('x')}`, 'entryTooLong'),
    of('strings without an end', fill('a TXT "x\n'), 'unclosedQuote'),
    of('backslashes', fill('\\'), 'entryTooLong'),
    of('escapes', fill(`a TXT "${'\\000'.repeat(8000)}"\n`), 'contentLong'),
    of('line ends', fill('\n')),
    of('NUL', fill('\0\n'), 'controlCharacter'),
    of('NUL without line ends', fill('\0'), 'entryTooLong'),
    of('short invalid lines', fill('a\n'), 'noType', ...(bytes > 200_002 ? ['tooManyFindings'] : [])),
    of('short records', fill('a A 1.1.1.1\n'), ...(bytes > 1_300_000 ? ['tooManyRecords'] : [])),
    of('dots', fill(`${'.'.repeat(2000)} A 192.0.2.1\n`), 'outsideZone'),
    of('long names beyond ASCII', fill(`${'あ。'.repeat(330)} A 192.0.2.1\n`)),
    of('long Punycode names', fill(`a MX 1 ${'xn--r8jz45g.'.repeat(20)}\n`)),
    of('$GENERATE with the most records', fill('$GENERATE 1-65536 a$ A 192.0.2.1\n'), 'tooManyRecords'),
    of('$GENERATE with wide numbers', fill(`$GENERATE 1-65536 a TXT ${'${0,255}'.repeat(15)}\n`), 'generatedTooMuch'),
    of('$GENERATE with a long entry', fill(`$GENERATE 1-65536 $ TXT "${'x'.repeat(60_000)}"\n`), 'generateForm'),
    of('$ORIGIN that grows', fill('$ORIGIN aaaaaaaaaa\n'), 'directiveForm'),
    of('CSV with one endless cell', `type,content\n"${fill('x')}`, 'entryTooLong'),
    of('CSV with one endless row', `type,content\n${fill(',')}`, 'entryTooLong'),
    of('CSV with doubled quotation marks', `type,content\n${fill('"a""",b\n')}`),
    of('CSV with short rows', `type,content\n${fill('A,x\n')}`, 'ipv4'),
    of('JSON in depth', fill('[').slice(0, 1_000_000), 'jsonForm'),
    of('JSON with many values', `[${fill('{},').slice(0, 1_000_000)}`, 'jsonForm'),
    { name: 'random bytes', file: random, codes: [] },
    { name: 'undecodable bytes', file: new Uint8Array(bytes).fill(0xff), codes: [] },
    {
      name: 'half of UTF-16',
      file: Uint8Array.from({ length: bytes }, (_, at) => (at === 0 ? 0xfe : 0xff)),
      codes: [],
    },
  ]
}

/**
 * Reads a file, and measures the longest time between two yields. The time of other threads and processes is left out.
 */
export function measureLongestSliceOfParsing(file: Uint8Array): {
  content: RecordsFileContent
  slices: number
  longestMs: number
} {
  const work = parseRecordsFile(file, { domain: 'example.com', idna })
  let longestMs = 0
  for (let slices = 1; ; slices += 1) {
    const before = process.threadCpuUsage()
    const step = work.next()
    const { user, system } = process.threadCpuUsage(before)
    longestMs = Math.max(longestMs, (user + system) / 1000)
    if (step.done) return { content: step.value, slices, longestMs }
  }
}
