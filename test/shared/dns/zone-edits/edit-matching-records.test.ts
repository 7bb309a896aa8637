import { describe, expect, test } from 'vitest'
import {
  removeMatchingRecords,
  replaceWholeContentOrSrvTarget,
  setTtlOfMatchingRecords,
} from '#shared/dns/zone-edits/edit-matching-records.ts'
import { parseRecordShorthand, formatRecordShorthand } from '#test/shared/dns/record-shorthand.ts'

const zone = [
  '@ A 192.0.2.1',
  '@ MX 10 Mail.example.net.',
  '@ TXT "v=spf1 -all"',
  'www CNAME pages.example.net',
  'WWW2 AAAA 2001:DB8::1',
]

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
  ])('A replacement of values replaces %s', (_, from, to, before, after) => {
    expect(
      replaceWholeContentOrSrvTarget(before.map(parseRecordShorthand), from, to).map(formatRecordShorthand),
    ).toEqual(after)
  })

  test('A replacement of values replaces whole values only', () => {
    const lines = ['@ A 192.0.2.11', '@ TXT v=spf1 ip4:192.0.2.1 -all', 'a CNAME www.old.example.net']
    const records = lines.map(parseRecordShorthand)
    expect(
      replaceWholeContentOrSrvTarget(
        replaceWholeContentOrSrvTarget(records, '192.0.2.1', '192.0.2.2'),
        'old.example.net',
        'x.example',
      ),
    ).toEqual(records)
  })

  const any = { types: null, host: null, content: null }

  test('It sets the TTL of the records that match', () => {
    const ttlOf = (filter: Parameters<typeof setTtlOfMatchingRecords>[2]) =>
      setTtlOfMatchingRecords(zone.map(parseRecordShorthand), 60, filter)
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
      removeMatchingRecords(zone.map(parseRecordShorthand), { ...any, types: ['TXT'], content: 'v=spf1 -all' }).map(
        formatRecordShorthand,
      ),
    ).toEqual(zone.filter((line) => !line.includes('TXT')))
  })
})
