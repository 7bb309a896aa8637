import { describe, expect, test } from 'vitest'
import {
  mergeImportIntoZone,
  replaceHostsNamedInImport,
  replaceZoneWithImport,
} from '#shared/dns/zone-edits/apply-import-to-zone.ts'
import { parseRecordShorthand, formatRecordShorthand } from '#test/shared/dns/record-shorthand.ts'

const zone = [
  '@ A 192.0.2.1',
  '@ MX 10 Mail.example.net.',
  '@ TXT "v=spf1 -all"',
  'www CNAME pages.example.net',
  'WWW2 AAAA 2001:DB8::1',
]
const run = (
  edit: (
    zone: ReturnType<typeof parseRecordShorthand>[],
    imported: ReturnType<typeof parseRecordShorthand>[],
  ) => object[],
  imported: readonly string[],
) =>
  edit(zone.map(parseRecordShorthand), imported.map(parseRecordShorthand)).map((record) =>
    formatRecordShorthand(record as never),
  )

describe('An import in the mode “merge”', () => {
  test('It adds what is missing and keeps everything else', () => {
    expect(run(mergeImportIntoZone, ['api A 192.0.2.9', '@ A 192.0.2.2'])).toEqual([
      ...zone,
      'api A 192.0.2.9',
      '@ A 192.0.2.2',
    ])
  })

  test('A record with the same host, type and content gets the imported TTL and priority and keeps its spelling', () => {
    expect(
      run(mergeImportIntoZone, ['@ MX 20 mail.example.net 60s', '@ TXT v=spf1 -all', 'www2 AAAA 2001:db8:0::1 300s']),
    ).toEqual([
      '@ A 192.0.2.1',
      '@ MX 20 Mail.example.net. 60s',
      '@ TXT "v=spf1 -all"',
      'www CNAME pages.example.net',
      'WWW2 AAAA 2001:DB8::1 300s',
    ])
  })

  test('A mail server that is listed with two priorities keeps the one that it has and gets the other one', () => {
    expect(run(mergeImportIntoZone, ['@ MX 20 mail.example.net', '@ MX 10 mail.example.net'])).toEqual([
      ...zone,
      '@ MX 20 mail.example.net',
    ])
  })

  test('A record that is imported twice is added once', () => {
    expect(run(mergeImportIntoZone, ['a A 192.0.2.9', 'A A 192.0.2.9 60s'])).toEqual([...zone, 'a A 192.0.2.9'])
  })
})

describe('An import in the mode “replace”', () => {
  test('Only the imported records remain, in the spelling of the zone where they are equal', () => {
    expect(
      run(replaceZoneWithImport, [
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
    expect(run(replaceHostsNamedInImport, ['www A 192.0.2.9', 'www2 AAAA 2001:db8::1 60s'])).toEqual([
      '@ A 192.0.2.1',
      '@ MX 10 Mail.example.net.',
      '@ TXT "v=spf1 -all"',
      'WWW2 AAAA 2001:DB8::1 60s',
      'www A 192.0.2.9',
    ])
  })

  test('An empty import replaces nothing', () => {
    expect(run(replaceHostsNamedInImport, [])).toEqual(zone)
  })
})
