import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseZoneFile } from '#shared/dns/records-files/parse-zone-file.ts'
import { writeZoneFile } from '#shared/dns/records-files/write-zone-file.ts'
import { runWithoutPauses } from '#shared/run-generator-without-pauses.ts'
import { idna } from '#test/shared/dns/node-idna.ts'
import { randomZone } from '#test/shared/dns/random-zones.ts'
import {
  checkAndRewriteWithBind,
  toComparableRecordTexts,
  hasNamedCheckzone,
  keepRecordsThatBindAccepts,
} from './check-and-compare-zone-with-bind.ts'

const domain = 'example.com'
const read = (text: string) => runWithoutPauses(parseZoneFile(text, { domain, idna }))

describe.skipIf(!hasNamedCheckzone)('BIND', () => {
  test('named-checkzone accepts a written zone file, and its own file for the zone has the same records', () => {
    fc.assert(
      fc.property(randomZone(), (random) => {
        const zone = keepRecordsThatBindAccepts(random)
        const { isAccepted, messages, written } = checkAndRewriteWithBind(
          domain,
          writeZoneFile(zone, { domain, withPlaceholderSoa: true }).text,
        )
        expect(messages).not.toMatch(/error|warning/i)
        expect(isAccepted).toBe(true)
        const { records, findings } = read(written)
        expect(findings.map(({ code }) => code)).toEqual(['soa'])
        expect(toComparableRecordTexts(records)).toEqual(toComparableRecordTexts(zone))
      }),
      { numRuns: 60 },
    )
  })

  test('A file with all that RFC 1035 and BIND allow gives the same records as in the form that BIND writes', () => {
    const file = [
      '$TTL 1h ; the default',
      '$ORIGIN example.com.',
      '@ IN SOA ns1 host\\.master (',
      '    2026010101 ; serial',
      '    3h 15m 2w 5m )',
      '  NS ns1 ; inherited owner',
      '  NS ns2.example.net.',
      '  MX ( 10',
      '     mail )',
      'ns1 60 IN A 192.0.2.1',
      'ns1 IN 1m AAAA 2001:db8::1',
      'www CNAME @',
      'txt TXT "one; " "two (2)" three \\052 "\\"q\\"" "\\230\\164\\156"',
      '_sip._tcp SRV 0 5 5060 sip',
      '$ORIGIN dev',
      'www 2d IN CNAME www.example.com.',
      '@ A 192.0.2.7',
      '$TTL 90s',
      '* A 192.0.2.8',
      '$GENERATE 1-9/4 host-${0,3,d} A 192.0.2.$',
      '$GENERATE 0-1 n${16,3,n} CNAME h${10,2,x}.example.com.',
      '$GENERATE 0-1 r${16,5,n} CNAME h${8,3,o}',
      '$GENERATE 0-1 x${16,4,N}example.com. CNAME h${170,3,X}.example.',
      '$GENERATE 0-1 s${-1,3,d} TXT "$"',
      '',
    ].join('\n')
    const { isAccepted, messages, written } = checkAndRewriteWithBind(domain, file)
    expect({ isAccepted, messages }).toMatchObject({ isAccepted: true })
    const own = read(file)
    expect(toComparableRecordTexts(own.records)).toEqual(toComparableRecordTexts(read(written).records))
    expect(own.records).toHaveLength(21)
    expect(own.findings.map(({ line, code }) => `${line} ${code}`)).toEqual(['3 soa', '16 ttl'])
  })
})
