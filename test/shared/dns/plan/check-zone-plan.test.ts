import { describe, expect, test } from 'vitest'
import {
  checkZonePlan,
  doFindingsNeedTypedConfirmation,
  type ZonePlanToCheck,
} from '#shared/dns/plan/check-zone-plan.ts'
import { planZone } from '#shared/dns/plan/plan-zone.ts'
import { idna } from '#test/shared/dns/node-idna.ts'
import { parseRecordShorthand, parseZoneShorthand } from '#test/shared/dns/record-shorthand.ts'

const domain = 'example.com'
const hosts = Array.from({ length: 10 }, (_, index) => `h${index} A 192.0.2.${index}`)

function check(
  current: readonly string[],
  desired: readonly string[],
  delegation: ZonePlanToCheck['delegation'] = { state: 'service' },
) {
  const zone = parseZoneShorthand(current)
  const changes = planZone(zone, desired.map(parseRecordShorthand), { domain })
  return checkZonePlan({ domain, zone, changes, delegation, idna })
}

function warnings(current: readonly string[], desired: readonly string[]): object[] {
  return check([...current, ...hosts], [...desired, ...hosts]).flatMap((one) =>
    one.scope === 'plan' ? [{ [one.code]: one.values }] : [],
  )
}

describe('The findings of a plan', () => {
  test('A plan without changes has none, even where the zone has no effect', () => {
    expect(check(hosts, hosts, { state: 'unknown' })).toEqual([])
  })

  test('A plan that adds an ordinary record has none', () => {
    expect(check(hosts, [...hosts, 'new A 192.0.2.99'])).toEqual([])
  })

  test.each<[ZonePlanToCheck['delegation'], object]>([
    ['unread', { code: 'zoneUnread', values: {} }],
    ['unreadable', { code: 'zoneUnreadable', values: {} }],
    [{ state: 'unknown' }, { code: 'zoneUnknown', values: {} }],
    [
      { state: 'elsewhere', nameservers: ['a.example', 'b.example'], foreign: ['a.example', 'b.example'] },
      { code: 'zoneElsewhere', values: { names: 'a.example, b.example' } },
    ],
    [
      { state: 'mixed', nameservers: ['a.example', 'own.example'], foreign: ['a.example'] },
      { code: 'zoneMixed', values: { names: 'a.example' } },
    ],
  ])('A zone whose delegation is %j is reported', (delegation, expected) => {
    expect(check(hosts, [...hosts, 'new A 192.0.2.99'], delegation)).toEqual([expect.objectContaining(expected)])
  })

  test('More than 30 % of the records touched is reported, and exactly 30 % is not', () => {
    const changed = (count: number) => hosts.map((line, index) => (index < count ? `${line} 60s` : line))
    expect(check(hosts, changed(3))).toEqual([])
    expect(check(hosts, changed(4))).toEqual([
      expect.objectContaining({ code: 'manyTouched', values: { n: 4, total: 10, percent: 40 } }),
    ])
    expect(check(hosts, hosts.slice(4))).toEqual([expect.objectContaining({ code: 'manyTouched' })])
    expect(check(hosts, [...hosts, ...hosts.map((line) => `n-${line}`)])).toEqual([])
  })

  test('The deletion of all records is reported, also when others are added', () => {
    const expected = [expect.objectContaining({ code: 'allDeleted', values: { n: 10 } })]
    expect(check(hosts, [])).toEqual(expected)
    expect(check(hosts, ['new A 192.0.2.99'])).toEqual(expected)
    expect(check(hosts, hosts.slice(9))).not.toEqual(expected)
  })

  test.each([
    ['added', [], ['@ NS ns1.example.net']],
    ['changed', ['@ NS ns1.example.net'], ['@ NS ns2.example.net']],
    ['deleted', ['@ NS ns1.example.net'], []],
  ])('A name server of the domain itself that is %s is reported', (_, current, desired) => {
    expect(warnings(current, desired)).toEqual([{ apexNsTouched: {} }])
  })

  test('A name server of a subdomain is not reported', () => {
    expect(warnings(['dev NS ns1.example.net'], ['dev NS ns2.example.net'])).toEqual([])
  })

  test('The removal of the last MX record of the domain is reported', () => {
    const mail = ['@ MX 10 a.example.net', '@ MX 20 b.example.net']
    expect(warnings(mail, [])).toEqual([{ apexMxRemoved: {} }])
    expect(warnings(mail, mail.slice(1))).toEqual([])
    expect(warnings([...mail, 'shop MX 10 a.example.net'], mail)).toEqual([])
  })

  test('The removal of an MX record that refuses all mail is not said to stop mail', () => {
    expect(warnings(['@ MX 0 .'], [])).toEqual([])
    expect(warnings(['@ MX 10 a.example.net', '@ MX 0 .'], [])).toEqual([{ apexMxRemoved: {} }])
  })

  test('The removal of the last MX record is not said to stop mail where the zone has no effect', () => {
    const elsewhere = { state: 'elsewhere' as const, nameservers: ['a.example'], foreign: ['a.example'] }
    expect(check(['@ MX 10 a.example.net'], [], elsewhere).map(({ code }) => code)).toEqual([
      'zoneElsewhere',
      'allDeleted',
      'unusedMxRemoved',
    ])
    expect(doFindingsNeedTypedConfirmation(check(['@ MX 10 a.example.net', ...hosts], hosts, elsewhere))).toBe(true)
  })

  test('A CNAME beside other records after the plan is reported once per host', () => {
    const expected = [{ cnameConflict: { host: 'www', types: 'A' } }]
    expect(warnings(['www A 192.0.2.1'], ['www A 192.0.2.1', 'WWW CNAME pages.example.net'])).toEqual(expected)
    expect(warnings([], ['www A 192.0.2.1', 'WWW CNAME pages.example.net', 'www A 192.0.2.2'])).toEqual(expected)
  })

  test('A CNAME is named among the records beside a CNAME only if the host has several', () => {
    const [address, ...cnames] = ['www A 192.0.2.1', 'www CNAME one.example.net', 'www CNAME two.example.net']
    expect(warnings([], [address, ...cnames])).toEqual([{ cnameConflict: { host: 'www', types: 'A, CNAME' } }])
    expect(warnings(cnames.slice(1), cnames)).toEqual([{ severalCnames: { host: 'www', n: 2 } }])
  })

  test('A finding of the plan is not repeated for its records', () => {
    const desired = ['a CNAME gone.example.com', 'a TXT x', '@ NS ns1.example.net']
    expect(check(hosts, [...hosts, ...desired]).map(({ scope, code }) => `${scope} ${code}`)).toEqual([
      'plan apexNsTouched',
      'plan cnameConflict',
      'plan targetMissing',
    ])
  })

  test('A second SPF record of a host is reported for each record that the plan adds or changes', () => {
    const spf = ['@ TXT v=spf1 mx -all', '@ TXT v=spf1 a -all']
    const expected = { scope: 'record', code: 'severalSpf', values: { n: 2 } }
    expect(check([...hosts, ...spf.slice(1)], [...hosts, ...spf])).toMatchObject([{ ...expected, change: 0 }])
    expect(check(hosts, [...hosts, ...spf])).toMatchObject([
      { ...expected, change: 0 },
      { ...expected, change: 1 },
    ])
    expect(check([...hosts, ...spf.slice(1)], [...hosts, ...spf.slice(0, 1)])).toEqual([])
    expect(check([...hosts, ...spf], [...hosts, ...spf, 'new A 192.0.2.99'])).toEqual([])
  })

  test('An MX record “.” that the plan adds beside other MX records is reported', () => {
    const expected = { scope: 'record', code: 'nullMxBesideOthers', change: 0 }
    expect(check([...hosts, '@ MX 10 mx.example.net'], [...hosts, '@ MX 10 mx.example.net', '@ MX 0 .'])).toMatchObject(
      [expected],
    )
    expect(check([...hosts, '@ MX 10 mx.example.net'], [...hosts, '@ MX 0 .'])).toEqual([])
    expect(check([...hosts, '@ MX 0 .'], [...hosts, '@ MX 0 .', 'shop MX 10 mx.example.net'])).toEqual([])
  })

  test('A CNAME beside other records is not reported where the plan changes nothing or removes the conflict', () => {
    const conflict = ['www A 192.0.2.1', 'www CNAME pages.example.net']
    expect(warnings(conflict, [...conflict, 'new A 192.0.2.99'])).toEqual([])
    expect(warnings(conflict, conflict.slice(1))).toEqual([])
  })

  test.each([
    ['CNAME', 'www CNAME gone.example.com'],
    ['MX', '@ MX 10 gone.example.com'],
    ['NS', 'dev NS gone.example.com'],
    ['SRV', '_a._tcp SRV 10 0 443 gone.example.com'],
  ])(
    'A %s record whose target has no record in the zone after the plan is reported, also if the plan removes it',
    (type, line) => {
      const values = { type, host: line.split(' ')[0], target: 'gone.example.com' }
      expect(warnings([], [line])).toEqual([{ targetMissing: values }])
      expect(warnings([line, 'gone A 192.0.2.1'], [line])).toEqual([{ targetRemoved: values }])
      expect(warnings([line], [line, 'new A 192.0.2.99'])).toEqual([])
      expect(warnings([line], [`${line} 60s`])).toEqual([])
    },
  )

  test('A target with a wildcard, with a delegation, or outside the zone is not reported', () => {
    expect(
      warnings(
        [],
        [
          '*.w A 192.0.2.1',
          'a CNAME x.w.example.com',
          'dev NS ns.example.net',
          'b CNAME y.dev.example.com',
          'c CNAME other.example.net',
          '@ MX 0 .',
        ],
      ),
    ).toEqual([])
  })

  test('A record that points to its own host needs another record there', () => {
    expect(warnings([], ['@ MX 10 example.com'])).toEqual([
      { targetMissing: { type: 'MX', host: '@', target: 'example.com' } },
    ])
    expect(warnings([], ['@ MX 10 example.com', '@ A 192.0.2.1'])).toEqual([])
  })

  test('The rules of each record are checked in the zone after the plan', () => {
    const records = (current: readonly string[], desired: readonly string[]) =>
      check([...current, ...hosts], [...desired, ...hosts]).flatMap((one) =>
        one.scope === 'record' ? [`${one.change} ${one.severity} ${one.field} ${one.code}`] : [],
      )
    expect(records([], ['a A 999.1.1.1', 'b A 192.0.2.1 5s'])).toEqual(['0 error content ipv4', '1 error ttl ttl'])
    expect(records(['a TXT x'], ['a TXT x', 'a TXT "x"'])).toEqual(['0 error content duplicate'])
    expect(records(['a TXT x'], ['a TXT "x"'])).toEqual([])
    expect(
      records(['m A 192.0.2.1', '@ MX 10 m.example.com'], ['m CNAME out.example.net', '@ MX 10 m.example.com 60s']),
    ).toEqual(['1 warning content targetCname'])
    expect(records(['a TXT "x'], ['a TXT "x 60s'])).toEqual(['0 warning content txtQuotes'])
  })
})

describe('The typed confirmation', () => {
  const needed = (current: readonly string[], desired: readonly string[]) =>
    doFindingsNeedTypedConfirmation(check(current, desired, { state: 'unknown' }))

  test.each<[string, string[], string[]]>([
    ['deletes all records', ['a A 192.0.2.1'], []],
    ['touches many records of a zone with 10 records', hosts, hosts.slice(4)],
    ['changes the name servers of the domain itself', [...hosts, '@ NS a.example'], [...hosts, '@ NS b.example']],
    ['removes the last MX record of the domain', [...hosts, '@ MX 10 a.example'], hosts],
  ])('A plan that %s needs it', (_, current, desired) => {
    expect(needed(current, desired)).toBe(true)
  })

  test.each<[string, string[], string[]]>([
    ['adds a record', hosts, [...hosts, 'new A 192.0.2.99']],
    ['touches many records of a zone with 9 records', hosts.slice(1), hosts.slice(5)],
    ['leaves a target without a record', hosts, [...hosts, 'new CNAME gone.example.com']],
  ])('A plan that %s does not need it', (_, current, desired) => {
    expect(needed(current, desired)).toBe(false)
  })
})
