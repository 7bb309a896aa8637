import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { recordTypes } from '#shared/api/dns-record-schemas.ts'
import { requestFieldRules } from '#shared/api/service-limits.ts'
import {
  recordErrorCodes,
  recordWarningCodes,
  type RecordFindingCode,
} from '#shared/dns/record-rules/record-finding-codes.ts'
import {
  normalizeRecordInput,
  checkRecord,
  findFirstErrorByField,
  type RecordInput,
} from '#shared/dns/record-rules/check-record.ts'
import { completeRecordInputSchema } from '#shared/ipc/dns.ts'
import { idna } from '#test/shared/dns/node-idna.ts'

const domain = 'example.com'
const { dnsHost, dnsContent, dnsTtl, dnsPriority } = requestFieldRules
const good: RecordInput = { type: 'A', host: 'www', content: '192.0.2.1', ttl: 3600, priority: 0 }
const of = (type: string, content: string, rest: Partial<RecordInput> = {}): RecordInput => ({
  ...good,
  type,
  content,
  ...rest,
})
const stored = (id: number, type: string, host: string, content: string, priority = 0) => ({
  id,
  type,
  host,
  content,
  ttl: 3600,
  priority,
})

function codes(record: RecordInput, zone: ReturnType<typeof stored>[] | null = null): string[] {
  return checkRecord(record, null, { domain, zone, idna }).map(({ field, code }) => `${field} ${code}`)
}

const long = `${'a'.repeat(63)}.${'b'.repeat(63)}.${'c'.repeat(63)}.${'d'.repeat(61)}`

describe('A valid record', () => {
  test.each<[string, RecordInput]>([
    ['A', good],
    ['A at the apex', { ...good, host: '@' }],
    ['A of a wildcard', { ...good, host: '*' }],
    ['A of a wildcard below a name', { ...good, host: '*.shop' }],
    ['A of a Japanese name in Punycode', { ...good, host: 'xn--r8jz45g' }],
    ['A at its bounds', { ...good, host: 'a'.repeat(63), ttl: dnsTtl.min }],
    ['AAAA', of('AAAA', '2001:db8::1')],
    ['AAAA with an IPv4 address in it', of('AAAA', '::ffff:192.0.2.1')],
    ['CNAME', of('CNAME', 'pages.example.net')],
    ['CNAME with a trailing dot', of('CNAME', 'pages.example.net.')],
    ['CNAME to a name with an underscore', of('CNAME', '_x1.acme.example', { host: '_acme-challenge.www' })],
    ['CNAME of the longest target', of('CNAME', long)],
    ['MX', of('MX', 'mail.example.net', { host: '@', priority: 10 })],
    ['MX of a domain without mail', of('MX', '.', { host: '@' })],
    ['MX at its bounds', of('MX', 'mail.example.net', { priority: dnsPriority.max, ttl: dnsTtl.max })],
    ['NS of a subdomain', of('NS', 'ns1.example.net', { host: 'dev' })],
    ['SRV', of('SRV', '5 5060 sip.example.net', { host: '_sip._tcp', priority: 10 })],
    ['SRV of a service that is not provided', of('SRV', '0 0 .', { host: '_sip._tcp.shop' })],
    ['SRV at its bounds', of('SRV', '65535 65535 sip.example.net', { host: '_sip._tcp' })],
    ['TXT', of('TXT', 'v=spf1 -all', { host: '@' })],
    ['TXT of the maximum length', of('TXT', 'x'.repeat(dnsContent.max))],
    ['TXT in quotes', of('TXT', '"one" "two \\" three"')],
  ])('The valid record %s has no finding', (_, record) => {
    expect(codes(record, [])).toEqual([])
  })
})

const errors: [string, RecordInput, string][] = [
  ['a type that the service does not support', of('CAA', '0 issue "ca.example"'), 'type type'],
  ['no host', { ...good, host: '' }, 'host hostEmpty'],
  [
    'a host over the limit of the service',
    { ...good, host: `${'a'.repeat(32)}.${'b'.repeat(dnsHost.max - 32)}` },
    'host hostLong',
  ],
  ['a label over 63 characters', { ...good, host: 'a'.repeat(64) }, 'host hostLongLabel'],
  ['a host with a trailing dot', { ...good, host: 'www.' }, 'host hostTrailingDot'],
  ['a host with an empty label', { ...good, host: 'a..b' }, 'host hostEmptyLabel'],
  ['a host that begins with a dot', { ...good, host: '.www' }, 'host hostEmptyLabel'],
  ['a host with a blank', { ...good, host: 'my host' }, 'host hostCharacters'],
  ['a host with @ in it', { ...good, host: 'info@www' }, 'host hostCharacters'],
  ['a host in letters beyond ASCII', { ...good, host: '例え' }, 'host hostCharacters'],
  ['a host with a hyphen at an end', { ...good, host: 'www-' }, 'host hostHyphen'],
  ['* inside a host', { ...good, host: 'shop.*' }, 'host hostWildcard'],
  ['* as a part of a label', { ...good, host: '*shop' }, 'host hostWildcard'],
  ['a host that is not valid Punycode', { ...good, host: 'xn--99999999' }, 'host hostPunycode'],
  ['no content', { ...good, content: '' }, 'content contentEmpty'],
  ['content over the limit of the service', of('TXT', 'x'.repeat(dnsContent.max + 1)), 'content contentLong'],
  ['a line break in the content', of('TXT', 'one\ntwo'), 'content contentControl'],
  ['999.1.1.1 in A', of('A', '999.1.1.1'), 'content ipv4'],
  ['a name in A', of('A', 'www.example.com'), 'content ipv4'],
  ['an address with a port in A', of('A', '192.0.2.1:80'), 'content ipv4'],
  ['an IPv6 address in A', of('A', '2001:db8::1'), 'content ipv6InA'],
  ['an incomplete address in AAAA', of('AAAA', '2001:db8:1'), 'content ipv6'],
  ['an IPv4 address in AAAA', of('AAAA', '192.0.2.1'), 'content ipv4InAaaa'],
  ['an address in CNAME', of('CNAME', '192.0.2.1'), 'content targetAddress'],
  ['an IPv6 address in MX', of('MX', '2001:db8::1'), 'content targetAddress'],
  ['a mistyped address in NS', of('NS', '999.1.1', { host: 'dev' }), 'content targetAddress'],
  ['a lone dot in CNAME', of('CNAME', '.'), 'content targetRoot'],
  ['a CNAME to itself', of('CNAME', 'WWW.example.com.'), 'content targetSelf'],
  ['a target with an empty label', of('CNAME', 'a..example'), 'content targetEmptyLabel'],
  ['a target with two trailing dots', of('CNAME', 'a.example..'), 'content targetEmptyLabel'],
  ['a target with a long label', of('CNAME', `${'a'.repeat(64)}.example`), 'content targetLongLabel'],
  ['a target over 253 characters', of('CNAME', `${long}e`.replace('d', 'd.d')), 'content targetLongName'],
  ['a URL as target', of('CNAME', 'https://example.net/'), 'content targetCharacters'],
  ['a target with a hyphen at an end', of('CNAME', '-a.example'), 'content targetHyphen'],
  ['a target with *', of('CNAME', '*.example.net'), 'content targetWildcard'],
  ['a target that is not valid Punycode', of('CNAME', 'xn--99999999.example'), 'content targetPunycode'],
  ['the priority in the content of MX', of('MX', '10 mail.example.net'), 'content mxPriorityInContent'],
  ['SRV without a weight', of('SRV', '5060 sip.example.net', { host: '_sip._tcp' }), 'content srvForm'],
  [
    'the priority in the content of SRV',
    of('SRV', '10 5 5060 sip.example.net', { host: '_sip._tcp' }),
    'content srvPriorityInContent',
  ],
  ['a weight over 16 bits', of('SRV', '65536 5060 sip.example.net', { host: '_sip._tcp' }), 'content srvWeight'],
  ['a port that is no number', of('SRV', '5 sip sip.example.net', { host: '_sip._tcp' }), 'content srvPort'],
  ['an address for the target of SRV', of('SRV', '5 5060 192.0.2.1', { host: '_sip._tcp' }), 'content targetAddress'],
  ['no TTL', { ...good, ttl: null }, 'ttl ttl'],
  ['a TTL under the limit', { ...good, ttl: dnsTtl.min - 1 }, 'ttl ttl'],
  ['a TTL over the limit', { ...good, ttl: dnsTtl.max + 1 }, 'ttl ttl'],
  ['a TTL that is no whole number', { ...good, ttl: 60.5 }, 'ttl ttl'],
  ['a priority over the limit', of('MX', 'mail.example.net', { priority: dnsPriority.max + 1 }), 'priority priority'],
  ['a priority of a type without priority', { ...good, priority: 10 }, 'priority priorityUnused'],
]

describe('An invalid record', () => {
  test.each(errors)('A record with %s is refused with its own code at its field', (_, record, code) => {
    expect(codes(record)).toEqual([code])
    expect(checkRecord(record, null, { domain, zone: null, idna })[0]?.severity).toBe('error')
  })

  test('A record whose full name is longer than 253 characters is refused', () => {
    expect(
      checkRecord({ ...good, host: 'a'.repeat(20) }, null, { domain: long.slice(10), zone: null, idna }).map(
        ({ code }) => code,
      ),
    ).toEqual(['hostLongName'])
  })

  test('A record with the same data as another record is refused, whatever its TTL and notation', () => {
    expect(codes({ ...good, host: 'WWW', ttl: 60 }, [stored(1, 'A', 'www', '192.0.2.1')])).toEqual([
      'content duplicate',
    ])
    expect(codes(of('AAAA', '2001:DB8:0::1'), [stored(1, 'AAAA', 'www', '2001:db8::1')])).toEqual(['content duplicate'])
    expect(
      codes(of('MX', 'Mail.example.net', { priority: 10 }), [stored(1, 'MX', 'www', 'mail.example.net.', 10)]),
    ).toEqual(['content duplicate'])
    expect(
      codes(of('MX', 'mail.example.net', { priority: 20 }), [stored(1, 'MX', 'www', 'mail.example.net.', 10)]),
    ).toEqual([])
    expect(codes(of('TXT', 'a'), [stored(1, 'TXT', 'www', 'A')])).toEqual([])
  })
})

const warned: [string, RecordInput, ReturnType<typeof stored>[] | null, string][] = [
  ['a host that repeats the domain', { ...good, host: 'www.Example.com' }, null, 'host hostRepeatsDomain'],
  [
    'an SRV record without the names of service and protocol',
    of('SRV', '5 5060 sip.example.net', { host: 'sip' }),
    null,
    'host srvHost',
  ],
  ['name servers at the apex', of('NS', 'ns1.example.net', { host: '@' }), null, 'host rootNs'],
  ['a CNAME at the apex', of('CNAME', 'pages.example.net', { host: '@' }), null, 'host cnameApex'],
  ['a target of one label', of('MX', 'mail'), null, 'content targetOneLabel'],
  ['a mail server with an underscore', of('MX', 'my_mail.example.net'), null, 'content targetUnderscore'],
  ['a target in this zone that has no record', of('MX', 'mail.example.com'), [], 'content targetMissing'],
  [
    'a mail server that is a CNAME',
    of('MX', 'mail.example.com'),
    [stored(1, 'CNAME', 'mail', 'x.example.net')],
    'content targetCname',
  ],
  [
    'a CNAME beside other data',
    of('CNAME', 'pages.example.net'),
    [stored(1, 'TXT', 'WWW', 'x'), stored(2, 'A', 'www', '192.0.2.1')],
    'host cnameBesideOthers',
  ],
  ['other data beside a CNAME', good, [stored(1, 'CNAME', 'www', 'pages.example.net')], 'host besideCname'],
  [
    'a second SPF record of its host',
    of('TXT', 'v=spf1 mx -all', { host: '@' }),
    [
      stored(1, 'TXT', '@', '"v=spf1 " "a ~all"'),
      stored(2, 'TXT', '@', 'note'),
      stored(3, 'TXT', 'www', 'v=spf1 -all'),
    ],
    'content severalSpf',
  ],
  [
    'a second DMARC record of its host',
    of('TXT', 'v=DMARC1; p=none', { host: '_dmarc' }),
    [stored(1, 'TXT', '_DMARC', 'v=DMARC1; p=reject'), stored(2, 'TXT', '_dmarc', 'v=spf1 -all')],
    'content severalDmarc',
  ],
  [
    'the MX record “.” beside another MX record of its host',
    of('MX', '.', { host: '@' }),
    [stored(1, 'MX', '@', 'mx.example.net'), stored(2, 'MX', 'shop', 'mx.example.net')],
    'content nullMxBesideOthers',
  ],
  [
    'a mail server beside the MX record “.” of its host',
    of('MX', 'mx.example.net', { host: '@' }),
    [stored(1, 'MX', '@', '.')],
    'content nullMxBesideOthers',
  ],
  ['an unclosed quote', of('TXT', '"v=spf1 -all'), null, 'content txtQuotes'],
  ['TXT with characters outside ASCII', of('TXT', '検証'), null, 'content txtNotAscii'],
]

describe('A record with a warning', () => {
  test.each(warned)('A record with %s is accepted with a warning', (_, record, zone, code) => {
    expect(codes(record, zone)).toEqual([code])
    expect(checkRecord(record, null, { domain, zone, idna })[0]?.severity).toBe('warning')
  })

  test('A target has no warning if it is in the zone, below a wildcard or below delegated name servers', () => {
    for (const other of [stored(1, 'A', 'mail', '192.0.2.1'), stored(1, 'A', '*', '192.0.2.1')])
      expect(codes(of('MX', 'mail.example.com', { host: '@' }), [other])).toEqual([])
    expect(codes(of('MX', 'mail.dev.example.com', { host: '@' }), [stored(1, 'NS', 'dev', 'ns1.example.net')])).toEqual(
      [],
    )
    expect(codes(of('CNAME', 'example.com'), [stored(1, 'A', '@', '192.0.2.1')])).toEqual([])
  })
})

describe('A changed record', () => {
  const before = stored(7, 'A', 'old_', '999.1.1.1')
  const check = (after: Partial<RecordInput>) =>
    checkRecord({ ...before, ...after }, before, {
      domain,
      zone: [before, stored(8, 'A', 'www', '192.0.2.1')],
      idna,
    }).map(({ code, severity }) => `${severity} ${code}`)

  test('A change may keep an invalid stored value, with a warning', () => {
    expect(check({ ttl: 60 })).toEqual(['warning ipv4'])
  })

  test('A change may not add a new invalid value of the same kind', () => {
    expect(check({ content: '999.1.1.2' })).toEqual(['error ipv4'])
    expect(check({ host: 'new' })).toEqual(['error ipv4'])
    expect(check({ ttl: 59 })).toEqual(['error ttl', 'warning ipv4'])
  })

  test('A changed record is not a duplicate of itself, but of another record', () => {
    expect(check({ content: '192.0.2.9' })).toEqual([])
    expect(check({ host: 'www', content: '192.0.2.1' })).toEqual(['error duplicate'])
  })
})

describe('normalizeRecordInput', () => {
  test.each([
    [of('A', ' 192.0.2.1\n', { host: ' www ' }), of('A', '192.0.2.1')],
    [of('A', '１９２．０。２.1'), of('A', '192.0.2.1')],
    [
      of('CNAME', '例え.日本語。jp', { host: '_検証.店' }),
      of('CNAME', 'xn--r8jz45g.xn--wgv71a119e.jp', { host: '_検証.xn--hxt' }),
    ],
    [of('MX', 'Mail.例え.example', { host: '*.店' }), of('MX', 'Mail.xn--r8jz45g.example', { host: '*.xn--hxt' })],
    [of('SRV', '0  443 例え.example'), of('SRV', '0 443 xn--r8jz45g.example')],
    [of('TXT', ' ｖ＝１　検証 '), of('TXT', 'ｖ＝１　検証')],
    [of('MX', '12'), of('MX', '12')],
  ])('The input %j is sent as %j', (typed, sent) => {
    expect(normalizeRecordInput(typed, idna)).toEqual(sent)
    expect(normalizeRecordInput(sent, idna)).toEqual(sent)
  })
})

test('Every error and warning code is covered by a record', () => {
  const shown = [...errors, ...warned].flatMap((row) => (row.at(-1) as string).split(' ')[1] as RecordFindingCode)
  expect([...new Set([...shown, 'hostLongName', 'duplicate'])].sort()).toEqual(
    [...recordErrorCodes, ...recordWarningCodes].sort(),
  )
})

test('A record without an error is accepted by the IPC contract, for any input', () => {
  const text = fc.oneof(
    fc.string({ maxLength: 80 }),
    fc.constantFrom('@', '*', '192.0.2.1', '::1', 'a.example', '1 2 a.example', '.', '例え'),
  )
  const typed = fc.record({
    type: fc.constantFrom<string>(...recordTypes, 'CAA'),
    host: text,
    content: text,
    ttl: fc.option(fc.integer({ min: 0, max: 90_000 })),
    priority: fc.option(fc.integer({ min: -1, max: 1_001 })),
  })
  fc.assert(
    fc.property(typed, (record) => {
      const sent = normalizeRecordInput(record, idna)
      const errorsFound = findFirstErrorByField(checkRecord(sent, null, { domain, zone: [], idna }))
      const parsed = completeRecordInputSchema.safeParse(sent)
      if (!parsed.success)
        for (const { path } of parsed.error.issues) expect(Object.keys(errorsFound)).toContain(path[0])
      if (sent.type !== 'TXT' && !errorsFound.host && !errorsFound.content && sent.type !== 'CAA')
        expect(`${sent.host}${sent.content}`).toMatch(/^[\x20-\x7e]*$/)
    }),
    { numRuns: 3000 },
  )
})
