import fc from 'fast-check'
import { requestFieldRules } from '#shared/api/service-limits.ts'
import { isDuplicateRecord } from '#shared/dns/records/compare-two-records.ts'
import type { DnsRecordFields } from '#shared/dns/records/dns-record.ts'
import { formatTxtContent } from '#shared/dns/records/txt-content.ts'

/** Random zones of records that obey the record rules, for the domain `example.com`. */

const { dnsTtl, dnsPriority, dnsContent } = requestFieldRules

const label = fc.oneof(
  fc.constantFrom('www', 'mail', '_dmarc', '_sip', '_tcp', 'a', '0', '1-2', 'xn--r8jz45g', 'TXT', 'IN', 'Ns1', '_'),
  fc.stringMatching(/^[a-z0-9_]([a-z0-9]{0,8}[a-z0-9_])?$/),
)
const host = fc.oneof(
  fc.constant('@'),
  label,
  fc.tuple(label, label).map((labels) => labels.join('.')),
  fc.tuple(fc.constant('*'), label).map((labels) => labels.join('.')),
  fc.constantFrom('*', 'a'.repeat(63)),
)
const target = fc
  .tuple(
    fc.array(label, { minLength: 1, maxLength: 3 }),
    fc.constantFrom('example', 'example.com', 'example.net', 'jp'),
  )
  .map(([labels, end]) => `${labels.join('.')}.${end}`)

/** Values of TXT records, also with quotation marks, backslashes, blanks at the ends and characters beyond ASCII. */
const text = fc
  .oneof(
    { weight: 3, arbitrary: fc.string({ maxLength: 40 }) },
    { weight: 2, arbitrary: fc.string({ unit: fc.constantFrom('"', '\\', ' ', ';', '(', ')', 'a', '1', '検') }) },
    { weight: 1, arbitrary: fc.string({ minLength: 200, maxLength: 1000, size: 'max' }) },
    { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 60 }) },
    { weight: 1, arbitrary: fc.constantFrom('=1+1', '+81', '-1', '@x', "'=x", 'a,b', '"quoted"', '"', '\\', '') },
  )
  .map((value) => value.replaceAll(/\p{Cc}/gu, '').replaceAll('\ufffd', ''))
  .map(formatTxtContent)
  .filter((content) => content.length <= dnsContent.max)

const uint16 = fc.integer({ min: 0, max: 65_535 })
const data = fc.oneof(
  fc.ipV4().map((content) => ({ type: 'A', content, priority: 0 })),
  fc.ipV6().map((content) => ({ type: 'AAAA', content, priority: 0 })),
  target.map((content) => ({ type: 'CNAME', content, priority: 0 })),
  target.map((content) => ({ type: 'NS', content, priority: 0 })),
  text.map((content) => ({ type: 'TXT', content, priority: 0 })),
  fc
    .tuple(fc.oneof(target, fc.constant('.')), fc.integer({ min: dnsPriority.min, max: dnsPriority.max }))
    .map(([content, priority]) => ({ type: 'MX', content, priority })),
  fc
    .tuple(
      uint16,
      uint16,
      fc.oneof(target, fc.constant('.')),
      fc.integer({ min: dnsPriority.min, max: dnsPriority.max }),
    )
    .map(([weight, port, name, priority]) => ({ type: 'SRV', content: `${weight} ${port} ${name}`, priority })),
)
const record = fc
  .tuple(host, data, fc.integer({ min: dnsTtl.min, max: dnsTtl.max }))
  .map(([host, fields, ttl]): DnsRecordFields => ({ host, ttl, ...fields }))
  .filter(
    ({ type, host, content }) => type !== 'CNAME' || content.toLowerCase() !== `${host}.example.com`.toLowerCase(),
  )

/** Zones without duplicates. Names may have a CNAME beside other records. */
export function randomZone(maxLength = 30): fc.Arbitrary<DnsRecordFields[]> {
  return fc.uniqueArray(record, { maxLength, comparator: isDuplicateRecord })
}
