import { describe, expect, test } from 'vitest'
import { removeRecords, replaceValue, setTtl } from '#shared/dns/bulk-edits.ts'
import { mergeRecords, replaceNames, replaceZone } from '#shared/dns/desired-records.ts'
import { parseRecord, writeRecord } from './record-lines.ts'

const zone = [
  '@ A 192.0.2.1',
  '@ MX 10 Mail.example.net.',
  '@ TXT "v=spf1 -all"',
  'www CNAME pages.example.net',
  'WWW2 AAAA 2001:DB8::1',
]
const run = (
  edit: (zone: ReturnType<typeof parseRecord>[], imported: ReturnType<typeof parseRecord>[]) => object[],
  imported: readonly string[],
) => edit(zone.map(parseRecord), imported.map(parseRecord)).map((record) => writeRecord(record as never))

describe('An import in the mode “merge”', () => {
  test('It adds what is missing and keeps everything else', () => {
    expect(run(mergeRecords, ['api A 192.0.2.9', '@ A 192.0.2.2'])).toEqual([
      ...zone,
      'api A 192.0.2.9',
      '@ A 192.0.2.2',
    ])
  })

  test('A record with the same host, type and content gets the imported TTL and priority and keeps its spelling', () => {
    expect(
      run(mergeRecords, ['@ MX 20 mail.example.net 60s', '@ TXT v=spf1 -all', 'www2 AAAA 2001:db8:0::1 300s']),
    ).toEqual([
      '@ A 192.0.2.1',
      '@ MX 20 Mail.example.net. 60s',
      '@ TXT "v=spf1 -all"',
      'www CNAME pages.example.net',
      'WWW2 AAAA 2001:DB8::1 300s',
    ])
  })

  test('A mail server that is listed with two priorities keeps the one that it has and gets the other one', () => {
    expect(run(mergeRecords, ['@ MX 20 mail.example.net', '@ MX 10 mail.example.net'])).toEqual([
      ...zone,
      '@ MX 20 mail.example.net',
    ])
  })

  test('A record that is imported twice is added once', () => {
    expect(run(mergeRecords, ['a A 192.0.2.9', 'A A 192.0.2.9 60s'])).toEqual([...zone, 'a A 192.0.2.9'])
  })
})

describe('An import in the mode “replace”', () => {
  test('Only the imported records remain, in the spelling of the zone where they are equal', () => {
    expect(
      run(replaceZone, [
        'new A 192.0.2.9',
        'www2 AAAA 2001:db8::1',
        '@ MX 10 mail.example.net 60s',
        '@ TXT v=spf1 -all',
      ]),
    ).toEqual(['@ MX 10 Mail.example.net. 60s', '@ TXT "v=spf1 -all"', 'WWW2 AAAA 2001:DB8::1', 'new A 192.0.2.9'])
  })
})

describe('An import in the mode “replace names”', () => {
  test('Only the hosts that the import names are replaced', () => {
    expect(run(replaceNames, ['www A 192.0.2.9', 'www2 AAAA 2001:db8::1 60s'])).toEqual([
      '@ A 192.0.2.1',
      '@ MX 10 Mail.example.net.',
      '@ TXT "v=spf1 -all"',
      'WWW2 AAAA 2001:DB8::1 60s',
      'www A 192.0.2.9',
    ])
  })

  test('An empty import replaces nothing', () => {
    expect(run(replaceNames, [])).toEqual(zone)
  })
})

describe('A bulk change', () => {
  test.each([
    ['an IPv4 address', '192.0.2.1', '192.0.2.2', ['@ A 192.0.2.1'], ['@ A 192.0.2.2']],
    ['an IPv6 address in any spelling', '2001:db8::1', '2001:db8::2', ['a AAAA 2001:DB8:0::1'], ['a AAAA 2001:db8::2']],
    ['a CNAME target', 'old.example.net', 'new.example.net', ['a CNAME OLD.example.net.'], ['a CNAME new.example.net']],
    ['a mail server', 'old.example.net', 'new.example.net', ['@ MX 10 old.example.net'], ['@ MX 10 new.example.net']],
    ['a name server', 'old.example.net', 'new.example.net', ['a NS old.example.net'], ['a NS new.example.net']],
    [
      'the target of an SRV record',
      'Old.example.net.',
      'new.example.net',
      ['_a._tcp SRV 1 0 443 old.example.net'],
      ['_a._tcp SRV 1 0 443 new.example.net'],
    ],
    ['a text as a whole', 'v=spf1 -all', 'v=spf1 ~all', ['@ TXT "v=spf1 -all"'], ['@ TXT v=spf1 ~all']],
  ])('It replaces %s', (_, from, to, before, after) => {
    expect(replaceValue(before.map(parseRecord), from, to).map(writeRecord)).toEqual(after)
  })

  test('It replaces whole values only', () => {
    const lines = ['@ A 192.0.2.11', '@ TXT v=spf1 ip4:192.0.2.1 -all', 'a CNAME www.old.example.net']
    const records = lines.map(parseRecord)
    expect(replaceValue(replaceValue(records, '192.0.2.1', '192.0.2.2'), 'old.example.net', 'x.example')).toEqual(
      records,
    )
  })

  const any = { types: null, host: null, content: null }

  test('It sets the TTL of the records that match', () => {
    const ttlOf = (filter: Parameters<typeof setTtl>[2]) =>
      setTtl(zone.map(parseRecord), 60, filter)
        .filter(({ ttl }) => ttl === 60)
        .map(({ host, type }) => `${host} ${type}`)
    expect(ttlOf(any)).toHaveLength(zone.length)
    expect(ttlOf({ ...any, types: ['A', 'AAAA'] })).toEqual(['@ A', 'WWW2 AAAA'])
    expect(ttlOf({ ...any, host: 'www2' })).toEqual(['WWW2 AAAA'])
    expect(ttlOf({ ...any, content: 'mail.example.net' })).toEqual(['@ MX'])
    expect(ttlOf({ types: ['A'], host: 'www2', content: null })).toEqual([])
  })

  test('It removes the records that match', () => {
    expect(
      removeRecords(zone.map(parseRecord), { ...any, types: ['TXT'], content: 'v=spf1 -all' }).map(writeRecord),
    ).toEqual(zone.filter((line) => !line.includes('TXT')))
  })
})
