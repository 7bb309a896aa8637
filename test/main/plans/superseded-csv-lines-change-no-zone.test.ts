import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findSupersededCsvLines } from '#shared/domain-change-csv/find-superseded-csv-lines.ts'
import type { CsvLineChange } from '#shared/domain-change-csv/csv-line-change.ts'
import { buildRecordKeyWithTtl } from '#shared/dns/records/compare-two-records.ts'
import type { DnsRecordFields } from '#shared/dns/records/dns-record.ts'
import { computeZoneAfterEdit } from '#main/plans/compute-zone-after-edit.ts'
import { buildDomainEditFromCsvLines } from '#main/plans/parse-domain-change-csv-into-edits.ts'

const type = fc.constantFrom('A' as const, 'MX' as const)
const host = fc.constantFrom('@', 'www')
const content = fc.constantFrom('192.0.2.1', '192.0.2.2')
const ttl = fc.constantFrom(60, 3600)
const priority = fc.constantFrom(10, 20)
const record = fc.record({ type, host, content, ttl, priority })

const change: fc.Arbitrary<CsvLineChange> = fc.oneof(
  fc.record({
    kind: fc.constantFrom('add' as const, 'replace' as const),
    type,
    host,
    content,
    ttl: fc.option(ttl),
    priority,
  }),
  fc.record({ kind: fc.constant('remove' as const), type, host, content: fc.option(content) }),
  fc.record({ kind: fc.constant('ttl' as const), ttl, type, host }),
  fc.record({ kind: fc.constant('ttl' as const), ttl, type: fc.constant(null), host: fc.constant(null) }),
)

test('A zone is the same without a line of which a plan says that it changes nothing', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(record, {
        maxLength: 4,
        selector: ({ type: of, host: at, content: text }) => `${of} ${at} ${text}`,
      }),
      fc.array(change, { maxLength: 7 }),
      (zone, changes) => {
        const lines = changes.map((each, index) => ({ line: index + 1, text: '', domain: 'example.com', change: each }))
        const apply = (some: typeof lines) => {
          const { zone: edit } = buildDomainEditFromCsvLines(some, false).edit
          return toSet(edit ? computeZoneAfterEdit(zone, edit) : zone)
        }
        const work = findSupersededCsvLines(lines)
        const { value } = work.next()
        for (const { line, code } of value ?? [])
          if (code === 'csvRepeatsLine' || code === 'csvOtherTtlApplies' || code === 'csvTtlSetAgain')
            expect(apply(lines.filter((each) => each !== line))).toEqual(apply(lines))
      },
    ),
    { numRuns: 2000 },
  )
})

const toSet = (records: readonly DnsRecordFields[]) => [...new Set(records.map(buildRecordKeyWithTtl))].sort()
