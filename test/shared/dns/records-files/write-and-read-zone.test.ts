import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { DnsRecordFields } from '#shared/dns/records/dns-record.ts'
import { parseCsvZone } from '#shared/dns/records-files/parse-csv-zone.ts'
import { parseJsonZone } from '#shared/dns/records-files/parse-json-zone.ts'
import { parseZoneFile } from '#shared/dns/records-files/parse-zone-file.ts'
import { sortZoneRecords } from '#shared/dns/records-files/sort-zone-records.ts'
import { writeCsvZone, writeJsonZone } from '#shared/dns/records-files/write-csv-and-json-zone.ts'
import { writeZoneFile } from '#shared/dns/records-files/write-zone-file.ts'
import type { RecordsAndFindings } from '#shared/dns/records-files/records-and-findings.ts'
import { runWithoutPauses } from '#shared/run-generator-without-pauses.ts'
import { idna } from '#test/shared/dns/node-idna.ts'
import { randomZone } from '#test/shared/dns/random-zones.ts'

const domain = 'example.com'
const options = { domain, idna }

function withoutLines({ records, findings }: RecordsAndFindings): { records: DnsRecordFields[]; findings: unknown[] } {
  return { records: records.map(({ line: _, ...fields }) => fields), findings }
}

describe('A zone that is written and read', () => {
  const all = { numRuns: 300 }

  test('A zone file gives the same records, and no finding', () => {
    fc.assert(
      fc.property(randomZone(), fc.boolean(), (zone, withPlaceholderSoa) => {
        const { text, incompletelyWritten } = writeZoneFile(zone, { domain, withPlaceholderSoa })
        expect(incompletelyWritten).toEqual([])
        const { records, findings } = withoutLines(runWithoutPauses(parseZoneFile(text, options)))
        expect(records).toEqual(sortZoneRecords(zone))
        expect(findings).toHaveLength(withPlaceholderSoa ? 1 : 0)
      }),
      all,
    )
  })

  test('A CSV file gives the same records, and no finding', () => {
    fc.assert(
      fc.property(randomZone(), (zone) => {
        expect(withoutLines(runWithoutPauses(parseCsvZone(writeCsvZone(zone), options)))).toEqual({
          records: sortZoneRecords(zone),
          findings: [],
        })
      }),
      all,
    )
  })

  test('A JSON file gives the same records, and no finding', () => {
    fc.assert(
      fc.property(randomZone(), (zone) => {
        expect(withoutLines(runWithoutPauses(parseJsonZone(writeJsonZone(zone), options)))).toEqual({
          records: sortZoneRecords(zone),
          findings: [],
        })
      }),
      all,
    )
  })

  test('Two orders of the same zone give the same file', () => {
    fc.assert(
      fc.property(randomZone(), (zone) => {
        const write = (records: DnsRecordFields[]) => [
          writeZoneFile(records, { domain, withPlaceholderSoa: true }).text,
          writeCsvZone(records),
          writeJsonZone(records),
        ]
        expect(write(zone.toReversed())).toEqual(write(zone))
      }),
      all,
    )
  })
})
