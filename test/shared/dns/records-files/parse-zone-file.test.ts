import { describe, expect, test } from 'vitest'
import { parseZoneFile } from '#shared/dns/records-files/parse-zone-file.ts'
import { recordsFileLimits } from '#shared/dns/records-files/records-file-limits.ts'
import type { RecordsAndFindings } from '#shared/dns/records-files/records-and-findings.ts'
import { runWithoutPauses } from '#shared/run-generator-without-pauses.ts'
import { idna } from '#test/shared/dns/node-idna.ts'

const read = (text: string): RecordsAndFindings =>
  runWithoutPauses(parseZoneFile(text, { domain: 'example.com', idna }))

/** Each record as one text: line, host, TTL, type, priority, content. */
function records(text: string): string[] {
  return read(text).records.map(({ line, host, ttl, type, priority, content }) =>
    [line, host, ttl, type, priority, content].join(' '),
  )
}

/** Each finding as one text: line and code. */
function findings(text: string): string[] {
  return read(text).findings.map(({ line, code }) => `${line} ${code}`)
}

const ttl = '$TTL 300\n'

describe('Names in a zone file', () => {
  test('Relative names, full names and @ give hosts in the zone and full targets without a dot at the end', () => {
    expect(
      records(`${ttl}@ A 192.0.2.1\nwww CNAME @\nftp.example.com. CNAME www\nEXAMPLE.com. MX 10 mail.example.net.\n`),
    ).toEqual([
      '2 @ 300 A 0 192.0.2.1',
      '3 www 300 CNAME 0 example.com',
      '4 ftp 300 CNAME 0 www.example.com',
      '5 @ 300 MX 10 mail.example.net',
    ])
  })

  test('$ORIGIN changes the end of relative names, and may be relative itself', () => {
    expect(
      records(
        `${ttl}$ORIGIN dev.example.com.\n@ A 192.0.2.1\nwww CNAME @\n$ORIGIN eu\nwww CNAME api\n$ORIGIN .\nx.example.com A 192.0.2.2\n`,
      ),
    ).toEqual([
      '3 dev 300 A 0 192.0.2.1',
      '4 www.dev 300 CNAME 0 dev.example.com',
      '6 www.eu.dev 300 CNAME 0 api.eu.dev.example.com',
      '8 x 300 A 0 192.0.2.2',
    ])
  })

  test('A line that begins with a blank has the owner of the line before, also after $ORIGIN', () => {
    expect(records(`${ttl}www A 192.0.2.1\n\tA 192.0.2.2\n$ORIGIN dev\n    AAAA 2001:db8::1\n`)).toEqual([
      '2 www 300 A 0 192.0.2.1',
      '3 www 300 A 0 192.0.2.2',
      '5 www 300 AAAA 0 2001:db8::1',
    ])
  })

  test('A line whose record is not taken still names the owner of the next line', () => {
    expect(records(`${ttl}www HINFO a b\n  A 192.0.2.1\n`)).toEqual(['3 www 300 A 0 192.0.2.1'])
  })

  test('A record without any owner before it, and the records after an unknown owner, are reported', () => {
    expect(findings(`${ttl}  A 192.0.2.1\nwww.example.net. A 192.0.2.1\n  A 192.0.2.2\n`)).toEqual([
      '2 noOwner',
      '3 outsideZone',
      '4 noOwner',
    ])
  })

  test('Names outside of the zone are reported, also if they only end like the domain', () => {
    const { findings } = read(`${ttl}www.notexample.com. A 192.0.2.1\ncom. NS a.example.\n. NS b.example.\n`)
    expect(findings.map(({ code, values }) => [code, values])).toEqual([
      ['outsideZone', { name: 'www.notexample.com.' }],
      ['outsideZone', { name: 'com.' }],
      ['outsideZone', { name: '.' }],
    ])
  })

  test('Names beyond ASCII become Punycode, written as they are or as escaped UTF-8', () => {
    expect(records(`${ttl}例え MX 10 店.example.net.\n\\228\\190\\139\\227\\129\\136 A 192.0.2.1\n`)).toEqual([
      '2 xn--r8jz45g 300 MX 10 xn--hxt.example.net',
      '3 xn--r8jz45g 300 A 0 192.0.2.1',
    ])
  })

  test('An escape of a letter is the letter, and an escape of a special character is refused, not changed', () => {
    expect(records(`${ttl}\\119w\\w A 192.0.2.1\n`)).toEqual(['2 www 300 A 0 192.0.2.1'])
    expect(
      findings(`${ttl}john\\.doe A 192.0.2.1\n\\@ A 192.0.2.1\na\\032b A 192.0.2.1\na\\\\. A 192.0.2.1\n`),
    ).toEqual(['2 hostCharacters', '3 hostCharacters', '4 hostCharacters', '5 outsideZone'])
  })

  test('After an invalid $ORIGIN, relative names are reported and full names are taken', () => {
    expect(findings(`${ttl}$ORIGIN\nwww A 192.0.2.1\nx.example.com. CNAME y\nz.example.com. A 192.0.2.1\n`)).toEqual([
      '2 directiveForm',
      '3 noOrigin',
      '4 noOrigin',
    ])
  })
})

describe('TTL and class', () => {
  test('TTL and class may be in either order, and each may be missing', () => {
    expect(
      records(`${ttl}a 60 IN A 192.0.2.1\nb IN 120 A 192.0.2.1\nc IN A 192.0.2.1\nd 180 A 192.0.2.1\ne a 192.0.2.1`),
    ).toEqual([
      '2 a 60 A 0 192.0.2.1',
      '3 b 120 A 0 192.0.2.1',
      '4 c 300 A 0 192.0.2.1',
      '5 d 180 A 0 192.0.2.1',
      '6 e 300 A 0 192.0.2.1',
    ])
  })

  test('An owner may be named like a type or a class', () => {
    expect(records(`${ttl}A A 192.0.2.1\nIN IN A 192.0.2.2\n300 300 A 192.0.2.3\n`)).toEqual([
      '2 A 300 A 0 192.0.2.1',
      '3 IN 300 A 0 192.0.2.2',
      '4 300 300 A 0 192.0.2.3',
    ])
  })

  test.each([
    ['1h30m', 5400],
    ['1H', 3600],
    ['90s', 90],
    ['1d', 86_400],
    ['12h15m30s', 44_130],
  ])('The TTL %s is %i seconds', (written, seconds) => {
    expect(read(`a ${written} A 192.0.2.1\n`).records[0]?.ttl).toBe(seconds)
    expect(read(`$TTL ${written}\na A 192.0.2.1\n`).records[0]?.ttl).toBe(seconds)
  })

  test.each(['h', '1h30', '1x', '-1', '1.5', '99999999999'])('The TTL %s is reported and not guessed', (written) => {
    expect(findings(`$TTL ${written}\n`)).toEqual(['1 directiveForm'])
    expect(records(`${ttl}a ${written} A 192.0.2.1\n`)).toEqual([])
  })

  test('Without $TTL, the minimum of an SOA record without a TTL is taken, and this is reported', () => {
    const file = '@ SOA ns1 root 1 2h 30m 2w 15m\nwww A 192.0.2.1\nftp 60 A 192.0.2.1\nx A 192.0.2.1\n'
    expect(records(file)).toEqual(['2 www 900 A 0 192.0.2.1', '3 ftp 60 A 0 192.0.2.1', '4 x 900 A 0 192.0.2.1'])
    expect(read(file).findings).toMatchObject([
      { line: 1, code: 'soa', severity: 'error' },
      { line: 2, code: 'ttlFromSoa', severity: 'warning', values: { ttl: 900, n: 2 } },
    ])
  })

  test('Without $TTL and such an SOA record, the last stated TTL is taken, and this is reported', () => {
    const file = 'a 60 A 192.0.2.1\nb A 192.0.2.1\n'
    expect(records(file)).toEqual(['1 a 60 A 0 192.0.2.1', '2 b 60 A 0 192.0.2.1'])
    expect(findings(file)).toEqual(['2 ttlInherited'])
  })

  test("Without any TTL, the service's default is taken, and this is reported once with the number of records", () => {
    const { records, findings } = read('a A 192.0.2.1\nb A 192.0.2.1\n')
    expect(records.map(({ ttl }) => ttl)).toEqual([3600, 3600])
    expect(findings).toMatchObject([{ line: 1, code: 'ttlAssumed', severity: 'warning', values: { ttl: 3600, n: 2 } }])
  })

  test.each([
    ['ttlFromSoa', 900, '@ SOA ns1 root 1 2h 30m 2w 15m\n'],
    ['ttlInherited', 60, 'first 60 A 192.0.2.9\n'],
    ['ttlAssumed', 3600, '; nothing states a TTL\n'],
  ])('The report %s counts only records that were taken', (code, ttl, first) => {
    const { findings } = read(`${first}a A 192.0.2.999\nb A 192.0.2.1\nc MX 10 -\nd TXT x\n`)
    expect(findings.filter(({ severity }) => severity === 'warning')).toMatchObject([
      { line: 3, code, values: { ttl, n: 2 } },
    ])
  })

  test('The report about missing TTLs does not count a record that repeats an earlier one', () => {
    const warnings = read('a 300 A 192.0.2.1\na A 192.0.2.1\nb A 192.0.2.1\nB A 192.0.2.1\n').findings
    expect(warnings).toMatchObject([
      { line: 2, code: 'repeatedRecord' },
      { line: 3, code: 'ttlInherited', values: { ttl: 300, n: 1 } },
      { line: 4, code: 'repeatedRecord' },
    ])
  })

  test('$TTL counts from its line on', () => {
    expect(records('$TTL 60\na A 192.0.2.1\n$TTL 120\nb A 192.0.2.1\n')).toEqual([
      '2 a 60 A 0 192.0.2.1',
      '4 b 120 A 0 192.0.2.1',
    ])
  })

  test('Records of other classes are reported', () => {
    expect(findings(`${ttl}a CH TXT "x"\na CLASS3 TXT "x"\na CLASS1 TXT "x"\n`)).toEqual([
      '2 otherClass',
      '3 otherClass',
    ])
  })
})

describe('Entries over lines', () => {
  test('Parentheses join lines, comments end at the line end, and the line of a record is its first one', () => {
    expect(
      records(
        `${ttl}; a comment\n\nwww IN ( ; why\n   A\n ( 192.0.2.1 ) )\nmail ( MX ; x (\n 10\n) mail.example.net.;y\n`,
      ),
    ).toEqual(['4 www 300 A 0 192.0.2.1', '7 mail 300 MX 10 mail.example.net'])
  })

  test('A semicolon or a parenthesis in quotation marks is text', () => {
    expect(records(`${ttl}a TXT "v=DKIM1; p=(x)" ; comment\n`)).toEqual(['2 a 300 TXT 0 v=DKIM1; p=(x)'])
  })

  test('Line ends may be LF, CR LF or CR, and a byte order mark is ignored', () => {
    expect(records('\ufeff$TTL 300\r\na A 192.0.2.1\rb A 192.0.2.2\nc A 192.0.2.3')).toEqual([
      '2 a 300 A 0 192.0.2.1',
      '3 b 300 A 0 192.0.2.2',
      '4 c 300 A 0 192.0.2.3',
    ])
  })

  test('A quotation mark that is not closed costs its own line only', () => {
    expect(findings(`${ttl}a TXT "open\nb A 192.0.2.1\n`)).toEqual(['2 unclosedQuote'])
    expect(records(`${ttl}a TXT "open\nb A 192.0.2.1\n`)).toEqual(['3 b 300 A 0 192.0.2.1'])
  })

  test('The last entry needs no line end', () => {
    expect(records(`${ttl}a TXT 検`)).toEqual(['2 a 300 TXT 0 検'])
    expect(records(`${ttl}a TXT "検"`)).toEqual(['2 a 300 TXT 0 検'])
    expect(findings(`${ttl}a TXT "open`)).toEqual(['2 unclosedQuote'])
  })

  test('A closing parenthesis alone costs its own line, an opening one refuses the file', () => {
    expect(findings(`${ttl}a A 192.0.2.1 )\nb A 192.0.2.1\n`)).toEqual(['2 unopenedParenthesis'])
    const { records, findings: found, isComplete } = read(`${ttl}b A 192.0.2.1\na ( A 192.0.2.1\nc A 192.0.2.2\n`)
    expect({ records, isComplete, codes: found.map(({ line, code }) => `${line} ${code}`) }).toEqual({
      records: [],
      isComplete: false,
      codes: ['3 unclosedParenthesis'],
    })
  })

  test('NUL and undecodable bytes are reported, and in a comment they do not cost the record', () => {
    expect(findings(`${ttl}a TXT x\0y\nb TXT "\ufffd"\nc A 192.0.2.1 ; \0\n`)).toEqual([
      '2 controlCharacter',
      '3 undecodable',
      '4 commentDamaged',
    ])
    expect(records(`${ttl}c A 192.0.2.1 ; \0\n`)).toHaveLength(1)
  })
})

describe('Long files', () => {
  const longest = recordsFileLimits.entryCharacters
  /** Returns comment lines with this total length, in characters. */
  const comments = (length: number) => `${';'.repeat(998)}\n`.repeat(length / 999) + '\n'.repeat(length % 999)

  test('Entries are read the same at any position in a long file', () => {
    const entries = ['a TXT "x \\" ;" ; c\r\n', '  MX 10 (\n mail )\r\n', 'b TXT 検\r', 'c 1h IN A 192.0.2.1\r\n'].join(
      '',
    )
    const expected = ['a 300 TXT 0 x " ;', 'a 300 MX 10 mail.example.com', 'b 300 TXT 0 検', 'c 3600 A 0 192.0.2.1']
    for (const boundary of [longest, 2 * longest])
      for (let before = -2; before <= entries.length; before += 1) {
        const file = `${ttl}${comments(boundary - before - ttl.length)}${entries}${comments(500)}`
        const lines = file.slice(0, file.indexOf('a TXT')).split('\n').length
        expect(records(file)).toEqual(expected.map((record, index) => `${lines + index + Number(index > 1)} ${record}`))
      }
  })

  test('The longest permitted entry is read wherever it begins, and a longer one refuses the file', () => {
    const entry = (length: number, end: string) => `${'a A 192.0.2.1 ;'.padEnd(length, 'x')}${end}`
    for (const start of [longest - 1, longest, 2 * longest - 1, 2 * longest])
      for (const end of ['\n', '\r\n']) {
        const before = `${ttl}${comments(start - ttl.length)}`
        const line = before.split('\n').length
        expect(records(`${before}${entry(longest - 1, end)}b A 192.0.2.2\n`)).toEqual([
          `${line} a 300 A 0 192.0.2.1`,
          `${line + 1} b 300 A 0 192.0.2.2`,
        ])
        expect(findings(`${before}${entry(longest, end)}b A 192.0.2.2\n`)).toEqual([`${line} entryTooLong`])
      }
  })
})

describe('Record data', () => {
  test.each([
    ['A 192.0.2.1', 'A 0 192.0.2.1'],
    ['AAAA 2001:DB8::1', 'AAAA 0 2001:DB8::1'],
    ['AAAA ::ffff:192.0.2.1', 'AAAA 0 ::ffff:192.0.2.1'],
    ['MX 0 .', 'MX 0 .'],
    ['MX 10 mail', 'MX 10 mail.example.com'],
    ['NS ns1.example.net.', 'NS 0 ns1.example.net'],
    ['SRV 10 5 443 host', 'SRV 10 5 443 host.example.com'],
    ['TXT one two', 'TXT 0 onetwo'],
    ['TXT "one " "two"', 'TXT 0 one two'],
    ['TXT "a""b"', 'TXT 0 ab'],
    ['TXT "a\\"b\\\\c\\065"', 'TXT 0 a"b\\cA'],
    ['TXT "\\230\\164" "\\156"', 'TXT 0 検'],
    ['TXT "検"', 'TXT 0 検'],
    ['TXT ""', 'TXT 0 ""'],
    ['TXT " a "', 'TXT 0 " a "'],
    ['TXT " a"', 'TXT 0 " a"'],
    ['TXT "a "', 'TXT 0 "a "'],
    ['TXT "\\"a\\""', 'TXT 0 "\\"a\\""'],
  ])('%s is the record %s', (written, taken) => {
    expect(records(`${ttl}_a._b ${written}\n`)).toEqual([`2 _a._b 300 ${taken}`])
    expect(findings(`${ttl}_a._b ${written}\n`)).toEqual([])
  })

  test.each([
    ['A', 'recordForm'],
    ['A 192.0.2.1 192.0.2.2', 'recordForm'],
    ['A "192.0.2.1"', 'recordForm'],
    ['A 999.1.1.1', 'ipv4'],
    ['A 192.0.2.01', 'ipv4'],
    ['A 2001:db8::1', 'ipv6InA'],
    ['AAAA 2001:db8:::1', 'ipv6'],
    ['AAAA 1:2:3:4:5:6:7:8:9', 'ipv6'],
    ['MX mail', 'recordForm'],
    ['MX 1000 mail', 'priority'],
    ['MX 10 192.0.2.1.', 'targetAddress'],
    ['CNAME a..b.', 'targetEmptyLabel'],
    ['CNAME a.example.com.', 'targetSelf'],
    ['SRV 1 2 host', 'recordForm'],
    ['SRV 1 65536 443 host', 'srvWeight'],
    ['SRV 1 000002 443 host', 'srvWeight'],
    ['TXT "\\256"', 'badEscape'],
    ['TXT "\\12"', 'badEscape'],
    ['TXT "\\255"', 'txtNotUtf8'],
    ['TXT "a\\000"', 'contentControl'],
    [`TXT "${'x'.repeat(1025)}"`, 'contentLong'],
    ['59 A 192.0.2.1', 'ttl'],
    ['86401 A 192.0.2.1', 'ttl'],
    ['PTR a.example.', 'unsupportedType'],
    ['CAA 0 issue "ca.example"', 'unsupportedType'],
    ['TYPE65534 \\# 1 00', 'genericType'],
    ['TYPE1 \\# 4 C0000201', 'genericType'],
    ['A \\# 4 C0000201', 'genericData'],
    ['AA 192.0.2.1', 'unknownType'],
    ['', 'noType'],
    ['300 IN', 'noType'],
  ])('The record %s is reported as %s with its line and text', (written, code) => {
    const { records, findings } = read(`${ttl}b A 192.0.2.9\na ${written}\n`)
    expect(records).toHaveLength(1)
    expect(findings).toMatchObject([{ line: 3, code, severity: 'error' }])
    expect(findings[0]?.text).toContain(`a ${written}`.trim().slice(0, 100))
  })

  test('A tab and other control characters in quotation marks are reported', () => {
    expect(findings(`${ttl}a TXT "a\tb"\na TXT "a\u0001b"\n`)).toEqual(['2 contentControl', '3 controlCharacter'])
  })

  test('A host over the limit of the service is reported', () => {
    expect(findings(`${ttl}${'a'.repeat(32)}.${'b'.repeat(32)} A 192.0.2.1\n`)).toEqual(['2 hostLong'])
  })
})

describe('Directives', () => {
  test('$INCLUDE is refused and unknown directives are reported, and the other lines are read', () => {
    const file = `${ttl}$INCLUDE other.zone\n$DATE 1\na A 192.0.2.1\n`
    expect(findings(file)).toEqual(['2 includeRefused', '3 unknownDirective'])
    expect(records(file)).toEqual(['4 a 300 A 0 192.0.2.1'])
  })

  test('$GENERATE makes one record for each number', () => {
    expect(records(`${ttl}$GENERATE 1-5/2 host-$ A 192.0.2.$ ; comment\na A 192.0.2.9\n`)).toEqual([
      '2 host-1 300 A 0 192.0.2.1',
      '2 host-3 300 A 0 192.0.2.3',
      '2 host-5 300 A 0 192.0.2.5',
      '3 a 300 A 0 192.0.2.9',
    ])
    expect(records(`${ttl}$GENERATE 9-10 h\${1,3,d} 60 IN CNAME \${0,2,x}.\${-1}.\${0,3,n}.$$x\n`)).toEqual([])
    expect(records(`$GENERATE 9-10 h\${1,3,d} 60 IN CNAME \${0,2,x}.\${-1}.\${0,3,n}.a\n`)).toEqual([
      '1 h010 60 CNAME 0 09.8.9.0.a.example.com',
      '1 h011 60 CNAME 0 0a.9.a.0.a.example.com',
    ])
    expect(records(`${ttl}$GENERATE 0-1 t$ TXT "n $ costs \\$5"\n`)).toEqual([
      '2 t0 300 TXT 0 n 0 costs $5',
      '2 t1 300 TXT 0 n 1 costs $5',
    ])
  })

  test.each([
    '$GENERATE',
    '$GENERATE 2-1 a$ A 192.0.2.$',
    '$GENERATE 1-2/0 a$ A 192.0.2.$',
    '$GENERATE a-b a$ A 192.0.2.$',
    '$GENERATE 0-1 a${-1,0,x} A 192.0.2.1',
    '$GENERATE 0-1 a${0,999} A 192.0.2.1',
  ])('The invalid %s is reported', (line) => {
    expect(findings(`${ttl}${line}\nb A 192.0.2.1\n`)).toEqual(['2 generateForm'])
  })

  test('A $GENERATE with too many records makes none, and many of them stop at the limit of records', () => {
    expect(findings(`${ttl}$GENERATE 0-999999999 a$ A 192.0.2.1\n`)).toEqual(['2 generateTooMany'])
    const many = ['a', 'b', 'c'].map((letter) => `$GENERATE 1-65536 ${letter}$ A 192.0.2.1\n`).join('')
    const { findings: found, isComplete } = read(`${ttl}${many}`)
    expect([isComplete, found.map(({ line, code }) => `${line} ${code}`)]).toEqual([false, ['3 tooManyRecords']])
  })

  test('A $GENERATE that makes equal records names them once', () => {
    expect(findings(`${ttl}$GENERATE 1-9 a A 192.0.2.1\n`)).toEqual(['2 repeatedRecord'])
  })

  test('A $GENERATE inside the records of another one is not expanded', () => {
    expect(findings(`${ttl}$GENERATE 1-2 $$GENERATE 1-2 x$ A 192.0.2.1\n`)).toEqual(['2 unknownType', '2 unknownType'])
  })
})
