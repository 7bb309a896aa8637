import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { recordTypes } from '#shared/api/dns-record-schemas.ts'
import type { DnsRecordFields } from '#shared/dns/records/dns-record.ts'
import { expandTemplate } from '#shared/dns/templates/expand-template.ts'
import {
  createTemplateFromZone,
  findTemplateVariableCandidates,
  type ChosenTemplateVariable,
} from '#shared/dns/templates/create-template-from-zone.ts'
import { templateContentSchema } from '#shared/dns/templates/zone-template.ts'
import { idna } from '#test/shared/dns/node-idna.ts'

const domain = 'example.com'
const record = (type: string, host: string, content: string, priority = 0): DnsRecordFields => ({
  type,
  host,
  content,
  ttl: 3600,
  priority,
})
const zone = [
  record('A', '@', '192.0.2.1'),
  record('A', 'www', '192.0.2.1'),
  record('AAAA', '@', '2001:DB8:0::1'),
  record('A', 'other', '192.0.2.11'),
  record('MX', '@', 'mx1.mail.example.', 10),
  record('MX', '@', 'mail.example.com', 20),
  record('CNAME', 'ftp', 'WWW.Example.com'),
  record('TXT', '@', 'v=spf1 a:mail.example.com ip4:192.0.2.1 ip6:2001:db8::1 ip4:192.0.2.0/24 -all'),
  record('TXT', '_dmarc', 'v=DMARC1; p=none; rua=mailto:x@example.com'),
]
const chosen: ChosenTemplateVariable[] = [
  { value: '192.0.2.1', kind: 'ipv4', name: 'server' },
  { value: '2001:db8::1', kind: 'ipv6', name: 'server_v6' },
  { value: 'mx1.mail.example', kind: 'host', name: 'mail_host' },
]
const create = (records: DnsRecordFields[], values = chosen, replacesDomain = true) =>
  createTemplateFromZone(records, domain, values, { replacesDomain })
const contents = (records: DnsRecordFields[]) => create(records).records.map(({ content }) => content)
const valuesOf = (values: readonly ChosenTemplateVariable[]) =>
  Object.fromEntries(values.map(({ name, value }) => [name, value]))

describe('A template from a zone', () => {
  test('The addresses and the mail servers in other domains are offered as variables, the most frequent first', () => {
    expect(findTemplateVariableCandidates(zone, domain)).toEqual([
      { value: '192.0.2.1', kind: 'ipv4', count: 3 },
      { value: '2001:db8::1', kind: 'ipv6', count: 2 },
      { value: '192.0.2.11', kind: 'ipv4', count: 1 },
      { value: 'mx1.mail.example', kind: 'host', count: 1 },
    ])
  })

  test('The count of a value is the number of records of the template that have its variable', () => {
    const longer = [
      record('A', '@', '192.0.2.1'),
      record('MX', '@', 'mail.example', 10),
      record('MX', '@', 'mx1.mail.example', 20),
      record('TXT', '@', 'v=spf1 a:mail.example a:MAIL.example ip4:192.0.2.1 -all'),
      record('CAA', '@', '0 iodef "https://mail.example"'),
    ]
    const counts = findTemplateVariableCandidates(longer, domain)
    expect(counts.map(({ value, count }) => `${value} ${count}`)).toEqual([
      '192.0.2.1 2',
      'mail.example 2',
      'mx1.mail.example 1',
    ])
  })

  test('A null MX is not offered as a variable', () => {
    expect(findTemplateVariableCandidates([record('MX', '@', '.')], domain)).toEqual([])
  })

  test('The domain and the chosen values become variables in every record', () => {
    expect(contents(zone)).toEqual([
      '{server}',
      '{server}',
      '{server_v6}',
      '192.0.2.11',
      '{mail_host}.',
      'mail.{domain}',
      'WWW.{domain}',
      'v=spf1 a:mail.{domain} ip4:{server} ip6:{server_v6} ip4:192.0.2.0/24 -all',
      'v=DMARC1; p=none; rua=mailto:x@{domain}',
    ])
  })

  test('Nothing is replaced that the user did not choose', () => {
    const { variables, records } = create(zone.slice(3), [], false)
    expect(variables).toEqual([])
    expect(records).toEqual(zone.slice(3))
  })

  test.each([
    ['a longer label', 'notexample.com my-example.com example.com-x'],
    ['a name below another domain', 'example.com.au'],
    ['a longer address', 'ip4:192.0.2.10 ip4:1.192.0.2.1 ip4:192.0.2.1.5'],
    ['a longer IPv6 address', 'ip6:2001:db8::12 ip6:1:2001:db8::1'],
    ['a version number', 'v192.0.2.1'],
  ])('A value inside %s is not replaced', (_, content) => {
    expect(contents([record('TXT', '@', content)])).toEqual([content])
  })

  test('Braces of the zone are not placeholders', () => {
    expect(contents([record('TXT', '@', 'exists:%{i}.example.com {domain}')])).toEqual([
      'exists:%{{i}}.{domain} {{domain}}',
    ])
  })

  test('Records of a type that cannot be written are left out', () => {
    expect(create([record('CAA', '@', '0 issue "ca.example"'), record('TXT', '@', 'x')]).records).toHaveLength(1)
  })

  const label = fc.stringMatching(/^[a-z]([a-z0-9]{0,6}[a-z])?$/)
  const name = fc.oneof(
    fc.constant(domain),
    label.map((one) => `${one}.${domain}`),
    fc.constant('mx1.mail.example'),
    fc.constant('example.com.au'),
    label.map((one) => `${one}.example`),
  )
  const content: Record<(typeof recordTypes)[number], fc.Arbitrary<string>> = {
    A: fc.oneof(fc.constant('192.0.2.1'), fc.ipV4()),
    AAAA: fc.constantFrom('2001:db8::1', '2001:db8::2'),
    CNAME: name,
    MX: name,
    NS: name,
    SRV: name.map((target) => `0 443 ${target}`),
    TXT: fc
      .array(
        fc.oneof(
          name,
          fc.stringMatching(/^[!-~]{1,12}$/),
          fc.constantFrom('{', '}}', '{server}', '{{i}}', 'ip4:192.0.2.1'),
        ),
        { minLength: 1, maxLength: 6 },
      )
      .map((words) => words.join(' ').replaceAll(/example\.com/gi, 'example.com')),
  }
  const zones = fc.uniqueArray(
    fc
      .constantFrom(...recordTypes)
      .chain((type) => fc.tuple(fc.constant(type), fc.integer({ min: 60, max: 86_400 }), content[type]))
      .map(([type, ttl, text]) => ({ ...record(type, '', text, type === 'MX' ? 10 : 0), ttl })),
    { maxLength: 8, minLength: 1, selector: ({ type, content: text }) => `${type} ${text}` },
  )

  test('A template from a zone, with the values of the zone, gives the zone again', () => {
    fc.assert(
      fc.property(zones, fc.subarray(chosen), fc.boolean(), (records, values, replacesDomain) => {
        const named = records.map((one, index) => ({
          ...one,
          host: one.type === 'SRV' ? `_s${index}._tcp` : `h${index}`,
        }))
        const template = create(named, values, replacesDomain)
        expect(templateContentSchema.parse(template)).toEqual(template)
        const expanded = expandTemplate(template, valuesOf(values), domain, idna)
        expect(expanded.records).toEqual(named)
      }),
    )
  })

  test('A template from one zone, with the values of another zone, holds no name of the first domain', () => {
    fc.assert(
      fc.property(zones, (records) => {
        const named = records.map((one, index) => ({
          ...one,
          host: one.type === 'SRV' ? `_s${index}._tcp` : `h${index}`,
        }))
        const expanded = expandTemplate(create(named), valuesOf(chosen), 'other.test', idna)
        for (const { content: text } of expanded.records) expect(text).not.toMatch(/(^|[\s.:@])example\.com(\s|$)/)
      }),
    )
  })
})
