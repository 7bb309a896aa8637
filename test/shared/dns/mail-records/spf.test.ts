import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { checkSpfValue } from '#shared/dns/mail-records/check-spf-value.ts'
import { explainSpfRecord } from '#shared/dns/mail-records/explain-terms-of-spf-record.ts'
import { countSpfLookups } from '#shared/dns/mail-records/classify-spf-terms.ts'
import {
  formatSpfRecord,
  parseSpfRecord,
  spfMechanismNames,
  spfQualifiers,
  type SpfRecord,
  type SpfTerm,
} from '#shared/dns/mail-records/spf-record.ts'

const parse = (value: string) => parseSpfRecord(value) as SpfRecord
const codes = (value: string) => checkSpfValue(value).map(({ code }) => code)

describe('SPF records', () => {
  const label = fc.stringMatching(/^[a-z0-9]{1,8}$/)
  const domain = fc.tuple(label, label, fc.constantFrom('example', 'test')).map((labels) => labels.join('.'))
  const term = fc.oneof<fc.Arbitrary<SpfTerm>[]>(
    fc.record({
      kind: fc.constant('mechanism'),
      qualifier: fc.constantFrom(...spfQualifiers),
      name: fc.constantFrom(...spfMechanismNames),
      target: fc.oneof(fc.constant(''), domain, fc.ipV4(), fc.ipV6(), fc.constant('%{i}._spf.%{d2}')),
      prefix: fc.constantFrom('', '/24', '//64', '/24//64'),
    }),
    fc.record({
      kind: fc.constant('modifier'),
      name: fc.constantFrom('redirect', 'exp', 'x-other'),
      value: fc.oneof(fc.constant(''), domain),
    }),
    fc.record({ kind: fc.constant('unknown'), text: fc.constantFrom('ipv4:192.0.2.1', 'a:', '*', '-include:/24') }),
  )

  test('Parsing the value of an SPF record gives the same record', () => {
    fc.assert(
      fc.property(fc.array(term, { maxLength: 12 }), (terms) => {
        expect(parseSpfRecord(formatSpfRecord({ terms }))).toEqual({ terms })
      }),
    )
  })

  test('The value of an SPF record has every part of the text it was parsed from', () => {
    fc.assert(
      fc.property(fc.array(fc.stringMatching(/^[!-~]{1,20}$/), { maxLength: 8 }), (texts) => {
        const typed = ['v=spf1', ...texts].join(' ')
        const withoutSign = (text: string) => text.toLowerCase().replaceAll(' +', ' ')
        expect(withoutSign(formatSpfRecord(parse(typed)))).toBe(withoutSign(typed))
      }),
    )
  })

  test('A TXT value that does not begin with the version is not an SPF record', () => {
    expect(parseSpfRecord('spf1 -all')).toBeNull()
    expect(parseSpfRecord('v=spf10 -all')).toBeNull()
    expect(codes('google-site-verification=x')).toEqual(['notSpf'])
    expect(parseSpfRecord('V=SPF1')).toEqual({ terms: [] })
  })

  test.each([
    'v=spf1 -all',
    'v=spf1 mx a:mail.example.com include:_spf.example.net ip4:192.0.2.0/24 ip6:2001:db8::/32 ~all',
    'v=spf1 a/24 mx//64 a:example.com/24//64 -all',
    'v=spf1 exists:%{ir}.%{v}._spf.%{d2} -all',
    'v=spf1 redirect=_spf.example.net',
    'v=spf1 mx -all exp=explain._spf.example.com',
  ])('The valid SPF record %s has no finding', (value) => {
    expect(codes(value)).toEqual([])
  })

  test.each([
    ['a misspelled mechanism', 'v=spf1 ipv4:192.0.2.1 -all', 'spfUnknownTerm'],
    ['a mechanism with nothing after its colon', 'v=spf1 a: -all', 'spfUnknownTerm'],
    ['include without a domain', 'v=spf1 include -all', 'spfTargetMissing'],
    ['redirect without a domain', 'v=spf1 redirect=', 'spfTargetMissing'],
    ['ip4 without an address', 'v=spf1 ip4 -all', 'spfTargetMissing'],
    ['a value after all', 'v=spf1 -all:example.com', 'spfUnexpectedTarget'],
    ['a prefix after include', 'v=spf1 include:example.net/24 -all', 'spfUnexpectedPrefix'],
    ['an IPv4 address out of range', 'v=spf1 ip4:192.0.2.256 -all', 'spfIp4'],
    ['an IPv6 address in ip4', 'v=spf1 ip4:2001:db8::1 -all', 'spfIp4'],
    ['an IPv4 address in ip6', 'v=spf1 ip6:192.0.2.1 -all', 'spfIp6'],
    ['a prefix over 32', 'v=spf1 ip4:192.0.2.0/33 -all', 'spfPrefix'],
    ['a second prefix of an address', 'v=spf1 ip4:192.0.2.0/24//64 -all', 'spfPrefix'],
    ['a prefix over 128', 'v=spf1 mx//129 -all', 'spfPrefix'],
    ['a domain of one label', 'v=spf1 include:localhost -all', 'spfDomain'],
    ['an address in include', 'v=spf1 include:192.0.2.1 -all', 'spfDomain'],
    ['an unknown macro', 'v=spf1 exists:%{q}.example.com -all', 'spfDomain'],
    ['two redirects', 'v=spf1 redirect=a.example redirect=b.example', 'spfRepeatedModifier'],
    ['an unknown modifier', 'v=spf1 x-note=hello -all', 'spfUnknownModifier'],
    ['the same mechanism twice', 'v=spf1 mx ~MX -all', 'spfDuplicate'],
    ['no all', 'v=spf1 mx', 'spfAllMissing'],
    ['+all', 'v=spf1 mx +all', 'spfAllPass'],
    ['all without a qualifier', 'v=spf1 all', 'spfAllPass'],
    ['?all', 'v=spf1 mx ?all', 'spfAllNeutral'],
    ['a mechanism after all', 'v=spf1 -all mx', 'spfAfterAll'],
    ['redirect beside all', 'v=spf1 -all redirect=_spf.example.net', 'spfRedirectIgnored'],
    ['ptr', 'v=spf1 ptr -all', 'spfPtr'],
  ])('An SPF record with %s has one finding', (_, value, code) => {
    expect(codes(value)).toEqual([code])
  })

  test('An SPF record itself causes at most ten lookups', () => {
    const of = (count: number) =>
      `v=spf1 ${Array.from({ length: count }, (_, index) => `include:s${index}.example.net`).join(' ')} ip4:192.0.2.1 -all`
    expect(codes(of(10))).toEqual([])
    expect(checkSpfValue(of(11))).toEqual([{ code: 'spfLookups', severity: 'error', values: { n: 11, max: 10 } }])
    const each = parse(
      'v=spf1 a mx ptr include:a.example exists:b.example ip4:192.0.2.1 redirect=c.example exp=d.example',
    )
    expect(countSpfLookups(each)).toBe(6)
  })

  test('An SPF record has at most the characters that the content of a record can have', () => {
    const of = (length: number) => `v=spf1 ip4:192.0.2.1 ${'x'.repeat(length - 28)}=1 -all`
    expect(of(1024)).toHaveLength(1024)
    expect(codes(of(1024))).toEqual(['spfUnknownModifier'])
    expect(codes(of(1025))).toEqual(['long', 'spfUnknownModifier'])
  })

  test('Every part of an SPF record is explained with what the receiver concludes', () => {
    const value = 'v=spf1 a:mail.example.com/24 -ip4:192.0.2.1 ?mx ip6:2001:db8::/32 ~all'
    expect(explainSpfRecord(parse(value))).toEqual([
      {
        part: 'a:mail.example.com/24',
        code: 'aRange',
        result: 'pass',
        values: { domain: 'mail.example.com', prefix: 'IPv4 /24' },
      },
      { part: '-ip4:192.0.2.1', code: 'ip', result: 'fail', values: { address: '192.0.2.1' } },
      { part: '?mx', code: 'mxOwn', result: 'neutral', values: {} },
      { part: 'ip6:2001:db8::/32', code: 'ipRange', result: 'pass', values: { address: '2001:db8::/32' } },
      { part: '~all', code: 'all', result: 'softfail', values: {} },
    ])
    expect(explainSpfRecord(parse('v=spf1 redirect=_spf.example.net'))).toEqual([
      { part: 'redirect=_spf.example.net', code: 'redirect', result: null, values: { domain: '_spf.example.net' } },
    ])
  })

  test('Mechanisms after all, and redirect beside all, are explained as ignored', () => {
    const explain = (value: string) => explainSpfRecord(parse(value)).map(({ code, result }) => [code, result])
    expect(explain('v=spf1 redirect=a.example -all include:b.example exp=c.example')).toEqual([
      ['besideAll', null],
      ['all', 'fail'],
      ['afterAll', null],
      ['exp', null],
    ])
    expect(explain('v=spf1 -all redirect=a.example')).toEqual([
      ['all', 'fail'],
      ['besideAll', null],
    ])
  })

  test('A part that needs a value and has none is not explained as if it named senders', () => {
    const explained = explainSpfRecord(parse('v=spf1 include exists ip4 ip6 redirect= exp='))
    expect(explained.map(({ code, result }) => [code, result])).toEqual([
      ['recordInvalid', null],
      ...Array(6).fill(['noValue', null]),
    ])
  })

  const includes = (count: number) => Array.from({ length: count }, (_, index) => `include:s${index}.example`).join(' ')

  test.each<[string, string, string[], string[]]>([
    ['lookups after all', `-all ${includes(11)}`, ['spfAfterAll'], ['all', ...Array(11).fill('afterAll')]],
    [
      'a redirect beside all as its eleventh lookup',
      `${includes(10)} redirect=z.example ~all`,
      ['spfRedirectIgnored'],
      [...Array(10).fill('include'), 'besideAll', 'all'],
    ],
    [
      'a redirect as its eleventh lookup, in front',
      `redirect=z.example ${includes(10)}`,
      ['spfLookups'],
      ['notReached', ...Array(10).fill('include')],
    ],
    [
      'an eleventh lookup before all',
      `ip4:192.0.2.1 ${includes(11)} +all`,
      ['spfLookups'],
      ['ip', ...Array(10).fill('include'), 'notReached', 'notReached'],
    ],
    [
      'an address as its eleventh mechanism',
      `${includes(10)} ip4:192.0.2.1 -all`,
      [],
      [...Array(10).fill('include'), 'ip', 'all'],
    ],
    ['an error after all', 'mx -all ip4:1.2.3.4/33', ['spfPrefix'], ['recordInvalid', 'unused', 'unused', 'unknown']],
    ['an error beside +all', 'ip6:1.2.3.4 +all', ['spfIp6'], ['recordInvalid', 'unknown', 'unused']],
    [
      'an error beside an unknown modifier',
      'x=1 a: -all',
      ['spfUnknownTerm'],
      ['recordInvalid', 'unused', 'unknown', 'unused'],
    ],
    [
      'an error beside a redirect',
      'include redirect=a.example',
      ['spfTargetMissing'],
      ['recordInvalid', 'noValue', 'unused'],
    ],
    [
      'exp twice',
      'exp=a.example exp=b.example -all',
      ['spfRepeatedModifier'],
      ['recordInvalid', 'unused', 'unused', 'unused'],
    ],
    [
      'redirect twice beside all',
      'redirect=a.example redirect=b.example -all',
      ['spfRepeatedModifier'],
      ['recordInvalid', 'unused', 'unused', 'unused'],
    ],
    [
      'an unknown modifier twice',
      'x=1 x=2 -all',
      ['spfUnknownModifier', 'spfUnknownModifier'],
      ['modifier', 'modifier', 'all'],
    ],
    ['an unknown modifier with a wrong macro', 'x=%z -all', ['spfUnknownTerm'], ['recordInvalid', 'unknown', 'unused']],
    ['an empty unknown modifier', 'x= -all', ['spfUnknownModifier'], ['modifier', 'all']],
    ['exp and no refusal', 'mx ~all exp=a.example', [], ['mxOwn', 'all', 'noRefusal']],
    [
      'exp and a refusal after all',
      'mx ~all -a exp=a.example',
      ['spfAfterAll'],
      ['mxOwn', 'all', 'afterAll', 'noRefusal'],
    ],
    ['exp and a refusal before all', '-a ~all exp=a.example', [], ['aOwn', 'all', 'exp']],
    ['exp beside a redirect', 'redirect=a.example exp=b.example', [], ['redirect', 'noRefusal']],
    [
      'a macro for the text of an explanation',
      'exists:%{c}.example.com -all',
      ['spfDomain'],
      ['recordInvalid', 'unknown', 'unused'],
    ],
    [
      'a macro that keeps no part',
      'exists:%{d0}.example.com -all',
      ['spfDomain'],
      ['recordInvalid', 'unknown', 'unused'],
    ],
    ['a macro and a letter at its end', 'exists:%{d}x -all', ['spfDomain'], ['recordInvalid', 'unknown', 'unused']],
    ['a macro at its end', 'exists:%{ir}.sbl.%{d2} ?exists:%{L/}%_.x.example -all', [], ['exists', 'exists', 'all']],
    ['a label that no domain has', 'a:a!b.example mx -all', ['spfDomain'], ['unknown', 'mxOwn', 'all']],
    [
      'include of a label that no domain has',
      'mx include:a!b.example a -all',
      ['spfDomain'],
      ['mxOwn', 'unknown', 'notReached', 'notReached'],
    ],
    ['an impossible include before +all', 'include:a!b.example +all', ['spfDomain'], ['unknown', 'notReached']],
    ['an impossible include before ?all', 'include:a!b.example ?all', ['spfDomain'], ['unknown', 'notReached']],
    ['a refused address before +all', '-ip4:192.0.2.1 +all', ['spfAllPass'], ['ip', 'all']],
    ['two ends', '~all -all', ['spfAfterAll'], ['all', 'afterAll']],
    ['ptr after all', '-all ptr', ['spfPtr', 'spfAfterAll'], ['all', 'afterAll']],
    ['a macro in two cases', 'exists:%{l}.a.example exists:%{L}.a.example -all', [], ['exists', 'exists', 'all']],
    ['a full-width space', 'mx\u3000-all', ['spfUnknownTerm', 'spfAllMissing'], ['recordInvalid', 'unknown']],
    ['several spaces', '  mx   -all  ', [], ['mxOwn', 'all']],
    ['no term', '', ['spfAllMissing'], []],
  ])('The findings and the meaning of an SPF record with %s agree', (_, terms, findings, meaning) => {
    const value = `v=spf1 ${terms}`
    expect(codes(value)).toEqual(findings)
    expect(explainSpfRecord(parse(value)).map(({ code }) => code)).toEqual(meaning)
  })

  test('No part of an SPF record with a syntax error is said to decide about senders', () => {
    fc.assert(
      fc.property(fc.array(term, { maxLength: 12 }), (terms) => {
        const explained = explainSpfRecord({ terms })
        const isInvalid = explained.some(({ code }) => code === 'recordInvalid')
        const effects = ['spfAllPass', 'spfAllNeutral', 'spfAfterAll', 'spfRedirectIgnored', 'spfLookups']
        if (explained.some(({ code }) => code === 'unknown' || code === 'noValue')) expect(isInvalid).toBe(true)
        if (isInvalid) expect(explained.every(({ result }) => result === null)).toBe(true)
        if (isInvalid) expect(codes(formatSpfRecord({ terms })).filter((code) => effects.includes(code))).toEqual([])
      }),
    )
  })

  test('The explanation of one of several SPF records does not claim that it decides about senders', () => {
    expect(explainSpfRecord(parse('v=spf1 mx ip4 -all'), { isOneOfSeveral: true })).toEqual([
      { part: 'v=spf1', code: 'severalRecords', result: null, values: {} },
      { part: 'mx', code: 'unused', result: null, values: {} },
      { part: 'ip4', code: 'noValue', result: null, values: {} },
      { part: '-all', code: 'unused', result: null, values: {} },
    ])
    const findings = checkSpfValue('v=spf1 +all mx redirect=a.example x=y', { isOneOfSeveral: true })
    expect(findings).toEqual([])
  })

  test('A prefix length is explained for the version of the addresses that it applies to', () => {
    const explained = explainSpfRecord(parse('v=spf1 a/24 mx//64 a:a.example/8//48 -all'))
    expect(explained.map(({ values }) => values['prefix'])).toEqual([
      'IPv4 /24',
      'IPv6 /64',
      'IPv4 /8, IPv6 /48',
      undefined,
    ])
  })

  test('A value with a blank before its version is not an SPF record', () => {
    expect(codes(' v=spf1 -all')).toEqual(['notSpf'])
  })
})
