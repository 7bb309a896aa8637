import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { DnsRecordFields, ZoneRecord } from '#shared/dns/records/dns-record.ts'
import { planZone } from '#shared/dns/plan/plan-zone.ts'
import type { PlannedRecordChange } from '#shared/dns/plan/planned-record-change.ts'
import { computeRecordsAfterChanges } from '#shared/dns/plan/compute-records-after-changes.ts'
import { findBrokenPlanRules } from '#test/campaign/dns/plan-rules.ts'
import { parseRecordShorthand, parseZoneShorthand, formatRecordShorthand } from '#test/shared/dns/record-shorthand.ts'

const domain = 'example.com'

/** The plan as lines: `+ record`, `- record`, `record > record`. */
function planOf(current: readonly string[], desired: readonly string[]): string[] {
  return planZone(parseZoneShorthand(current), desired.map(parseRecordShorthand), { domain }).map((change) => {
    if (change.kind === 'add') return `+ ${formatRecordShorthand(change.after)}`
    return change.kind === 'delete'
      ? `- ${formatRecordShorthand(change.before)}`
      : `${formatRecordShorthand(change.before)} > ${formatRecordShorthand(change.after)}`
  })
}

describe('What a plan sends', () => {
  test('A zone that is as desired needs no call, whatever the order of its records', () => {
    const lines = ['@ A 192.0.2.1', '@ MX 10 mail.example.com', 'mail A 192.0.2.2', 'mail A 192.0.2.2']
    expect(planOf(lines, lines.toReversed())).toEqual([])
  })

  test('The second of two equal records is a separate record', () => {
    expect(planOf(['www A 192.0.2.1', 'www A 192.0.2.1'], ['www A 192.0.2.1'])).toEqual(['- www A 192.0.2.1'])
  })

  test('A changed record is changed by one call and keeps its ID', () => {
    const [change] = planZone(
      parseZoneShorthand(['@ A 192.0.2.9', 'www A 192.0.2.1']),
      [parseRecordShorthand('@ A 192.0.2.9'), parseRecordShorthand('www A 192.0.2.2')],
      { domain },
    )
    expect(change).toEqual({
      kind: 'change',
      before: { id: 2, ...parseRecordShorthand('www A 192.0.2.1') },
      after: parseRecordShorthand('www A 192.0.2.2'),
    })
  })

  test('A change carries the fields of the desired record and nothing else that the record has', () => {
    const desired = [{ ...parseRecordShorthand('www A 192.0.2.1'), id: 5, isNew: true }]
    expect(planZone([], desired, { domain })).toEqual([{ kind: 'add', after: parseRecordShorthand('www A 192.0.2.1') }])
  })

  test('Records of a host and type are paired by content, then by the beginning of the content', () => {
    expect(
      planOf(
        ['@ TXT google-site-verification=1', '@ TXT v=spf1 include:a.example -all', '@ TXT keep=1'],
        ['@ TXT keep=1 60s', '@ TXT v=spf1 include:b.example -all'],
      ),
    ).toEqual([
      '@ TXT keep=1 > @ TXT keep=1 60s',
      '@ TXT v=spf1 include:a.example -all > @ TXT v=spf1 include:b.example -all',
      '- @ TXT google-site-verification=1',
    ])
  })

  test('A mail server keeps its record when only its priority changes', () => {
    expect(planOf(['@ MX 10 a.example', '@ MX 20 b.example'], ['@ MX 20 a.example', '@ MX 10 b.example'])).toEqual([
      '@ MX 10 a.example > @ MX 20 a.example',
      '@ MX 20 b.example > @ MX 10 b.example',
    ])
  })

  test('Hosts that differ only in letter case are one host', () => {
    expect(planOf(['WWW A 192.0.2.1'], ['www A 192.0.2.1'])).toEqual(['WWW A 192.0.2.1 > www A 192.0.2.1'])
  })

  test('Another spelling of a text is one change, because the description does not say how quotes are read', () => {
    expect(planOf(['k TXT "abc" "def"', 'k TXT other'], ['k TXT abcdef', 'k TXT other'])).toEqual([
      'k TXT "abc" "def" > k TXT abcdef',
    ])
  })
})

describe('The order of a plan', () => {
  test('A CNAME becomes an address by one call, and further records follow, addresses first', () => {
    expect(planOf(['www CNAME pages.example.net'], ['www TXT x', 'www AAAA 2001:db8::1', 'www A 192.0.2.1'])).toEqual([
      'www CNAME pages.example.net > www A 192.0.2.1',
      '+ www AAAA 2001:db8::1',
      '+ www TXT x',
    ])
  })

  test('The other records of a host are deleted before one of them becomes a CNAME', () => {
    expect(planOf(['www TXT x', 'www A 192.0.2.1', 'www A 192.0.2.2'], ['www CNAME pages.example.net'])).toEqual([
      '- www TXT x',
      '- www A 192.0.2.2',
      'www A 192.0.2.1 > www CNAME pages.example.net',
    ])
  })

  test('Records are changed and added before others are deleted', () => {
    expect(
      planOf(
        ['a A 192.0.2.1', 'b A 192.0.2.2', '@ NS ns1.example.net', '@ NS ns2.example.net', '@ NS ns3.example.net'],
        ['b A 192.0.2.3', 'c A 192.0.2.4', '@ NS ns4.example.net'],
      ),
    ).toEqual([
      'b A 192.0.2.2 > b A 192.0.2.3',
      '@ NS ns1.example.net > @ NS ns4.example.net',
      '+ c A 192.0.2.4',
      '- a A 192.0.2.1',
      '- @ NS ns2.example.net',
      '- @ NS ns3.example.net',
    ])
  })

  test('A renamed mail server is added before the MX record moves to it, and deleted after that', () => {
    expect(
      planOf(
        ['old A 192.0.2.1', '@ MX 10 old.example.com', '_a._tcp SRV 1 0 443 old.example.com'],
        ['@ MX 10 new.example.com', '_a._tcp SRV 1 0 443 new.example.com', 'new A 192.0.2.1'],
      ),
    ).toEqual([
      '+ new A 192.0.2.1',
      '@ MX 10 old.example.com > @ MX 10 new.example.com',
      '_a._tcp SRV 1 0 443 old.example.com > _a._tcp SRV 1 0 443 new.example.com',
      '- old A 192.0.2.1',
    ])
  })

  test('An alias and its target exchange their places without pointing to each other', () => {
    expect(planOf(['a CNAME b.example.com', 'b A 192.0.2.1'], ['b CNAME a.example.com', 'a A 192.0.2.1'])).toEqual([
      'a CNAME b.example.com > a A 192.0.2.1',
      'b A 192.0.2.1 > b CNAME a.example.com',
    ])
  })

  test('Names that point to each other in a circle are planned all the same', () => {
    const circle = ['a CNAME b.example.com', 'b CNAME c.example.com', 'c CNAME a.example.com']
    expect(planOf([], circle)).toHaveLength(3)
    expect(
      planOf(
        circle,
        circle.map((line) => line.replace('.example.com', '.example.com 60s')),
      ),
    ).toHaveLength(3)
    expect(planOf(circle, [])).toHaveLength(3)
  })

  test('The address of a host is added first and deleted last, so that a wildcard answers without a gap', () => {
    const host = ['www TXT x', 'www A 192.0.2.1', 'www MX 10 mail.example.net']
    const wildcard = '* A 192.0.2.9'
    expect(planOf([wildcard], [wildcard, ...host])).toEqual([
      '+ www A 192.0.2.1',
      '+ www TXT x',
      '+ www MX 10 mail.example.net',
    ])
    expect(planOf([wildcard, ...host], [wildcard])).toEqual([
      '- www TXT x',
      '- www MX 10 mail.example.net',
      '- www A 192.0.2.1',
    ])
  })

  test('A wildcard is there before the host that it replaces goes', () => {
    expect(
      planOf(['www A 192.0.2.1', '@ MX 10 www.example.com'], ['* A 192.0.2.1', '@ MX 10 www.example.com']),
    ).toEqual(['+ * A 192.0.2.1', '- www A 192.0.2.1'])
  })
})

describe('Applying changes', () => {
  const zone = parseZoneShorthand(['@ A 192.0.2.1', 'www A 192.0.2.1'])

  test('Changed records keep their ID and place, and new records get a given ID', () => {
    const changes: PlannedRecordChange[] = [
      { kind: 'add', after: parseRecordShorthand('new A 192.0.2.3') },
      { kind: 'change', before: zone[0] as ZoneRecord, after: parseRecordShorthand('@ A 192.0.2.2') },
      { kind: 'delete', before: zone[1] as ZoneRecord },
    ]
    expect(computeRecordsAfterChanges(zone, changes, () => 9)).toEqual([
      { id: 1, ...parseRecordShorthand('@ A 192.0.2.2') },
      { id: 9, ...parseRecordShorthand('new A 192.0.2.3') },
    ])
  })

  test('A change of a record that the zone does not have is a conflict', () => {
    const before = { ...parseRecordShorthand('www A 192.0.2.1'), id: 7 }
    expect(() => computeRecordsAfterChanges(zone, [{ kind: 'delete', before }], () => 9)).toThrow(
      expect.objectContaining({ kind: 'conflict' }),
    )
  })
})

const hosts = fc.constantFrom('@', 'a', 'b', 'c', 'A', '*', 'x.a')
const target = fc.constantFrom('example.com', 'a.example.com', 'b.example.com', 'x.a.example.com', 'out.example.net')
const content: Record<string, fc.Arbitrary<string>> = {
  A: fc.constantFrom('192.0.2.1', '192.0.2.2', '192.0.2.3'),
  TXT: fc.constantFrom('x', '"x"', 'y'),
  CNAME: target,
  MX: target,
  NS: target,
}
const record = fc
  .constantFrom(...Object.keys(content))
  .chain((type) =>
    fc.record<DnsRecordFields>({
      type: fc.constant(type),
      host: hosts,
      content: content[type] as fc.Arbitrary<string>,
      ttl: fc.constantFrom(60, 3600),
      priority: type === 'MX' ? fc.constantFrom(10, 20) : fc.constant(0),
    }),
  )
const zones = fc.array(record, { maxLength: 9 })

test('A record leaves a delegation before the delegation becomes an alias, to which the record then points', () => {
  const fields = { ttl: 60, priority: 0 }
  const current = [
    { ...fields, id: 1, type: 'NS', host: 'shop', content: 'ns1.other.example' },
    { ...fields, id: 2, type: 'CNAME', host: 'www', content: `web.shop.${domain}` },
  ]
  const desired = [
    { ...fields, type: 'CNAME', host: 'shop', content: 'shop.other.example' },
    { ...fields, type: 'CNAME', host: 'www', content: `shop.${domain}` },
  ]
  expect(planZone(current, desired, { domain }).map(({ kind }) => kind)).toEqual(['change', 'change'])
  expect(findBrokenPlanRules({ current, desired, domain })).toEqual([])
})

test('A host whose address becomes a delegation keeps its address while the delegation waits for its own target', () => {
  const fields = { ttl: 60, priority: 0 }
  const current = [
    { ...fields, id: 1, type: 'NS', host: 'ns', content: `other.${domain}` },
    { ...fields, id: 2, type: 'A', host: 'shop', content: '192.0.2.1' },
    { ...fields, id: 3, type: 'SRV', host: '_old', content: `0 443 web.ns.${domain}` },
  ]
  const desired = [
    { ...fields, type: 'CNAME', host: 'ns', content: `ns1.elsewhere.${domain}` },
    { ...fields, type: 'NS', host: 'shop', content: `ns.${domain}` },
    { ...fields, type: 'SRV', host: '_new', content: `0 443 shop.${domain}` },
  ]
  expect(planZone(current, desired, { domain }).at(-1)).toMatchObject({ kind: 'delete', before: { id: 2 } })
  expect(findBrokenPlanRules({ current, desired, domain })).toEqual([])
})

test('Every plan keeps every rule, for any two zones and a crash at any step', () => {
  fc.assert(
    fc.property(zones, zones, (current, desired) => {
      const pair = { current: current.map((one, index) => ({ ...one, id: index + 1 })), desired, domain }
      expect(findBrokenPlanRules(pair)).toEqual([])
    }),
    { numRuns: 3_000 },
  )
})
