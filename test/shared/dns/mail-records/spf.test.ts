import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { checkSpfValue, countSpfLookups } from '#shared/dns/mail-records/check-spf.ts'
import { explainSpfRecord } from '#shared/dns/mail-records/explain-spf.ts'
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

  test('An SPF record has at most ten lookups of its own', () => {
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
        values: { domain: 'mail.example.com', prefix: '/24' },
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
    const explained = explainSpfRecord(
      parse('v=spf1 redirect=a.example -all include:b.example exp=c.example redirect=d.example'),
    )
    expect(explained.map(({ code, result }) => [code, result])).toEqual([
      ['besideAll', null],
      ['all', 'fail'],
      ['afterAll', null],
      ['exp', null],
      ['besideAll', null],
    ])
  })

  test('A part that needs a value and has none is not explained as if it named senders', () => {
    const explained = explainSpfRecord(parse('v=spf1 include exists ip4 ip6 redirect= exp='))
    expect(explained.map(({ code, result }) => [code, result])).toEqual(Array(6).fill(['noValue', null]))
  })
})
