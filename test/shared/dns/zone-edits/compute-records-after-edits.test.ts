import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { pickRecordFields, type DnsRecordFields } from '#shared/dns/records/dns-record.ts'
import { computeRecordsAfterEdits, separateOutdatedEdits } from '#shared/dns/zone-edits/compute-records-after-edits.ts'

const addressRecord = (host: string, last: number, ttl = 3600): DnsRecordFields => ({
  type: 'A',
  host,
  content: `192.0.2.${last}`,
  ttl,
  priority: 0,
})
const sorted = (records: readonly DnsRecordFields[]) =>
  records.map((record) => JSON.stringify(pickRecordFields(record))).sort()

const record = fc
  .record({ host: fc.constantFrom('@', 'www', 'mail'), last: fc.integer({ min: 1, max: 4 }) })
  .map(({ host, last }) => addressRecord(host, last))
const zoneOf = (max: number) => fc.uniqueArray(record, { maxLength: max, selector: (each) => JSON.stringify(each) })
const edits = fc.array(fc.record({ before: fc.option(record), after: fc.option(record) }), { maxLength: 4 })

describe('Edits of records in a zone that others change too', () => {
  test('An edited record takes the place of the old one, and all others stay', () => {
    const zone = [addressRecord('@', 1), addressRecord('www', 2), addressRecord('mail', 3)]
    const made = computeRecordsAfterEdits(zone, [
      { before: addressRecord('www', 2), after: addressRecord('www', 9) },
      { before: addressRecord('mail', 3), after: null },
      { before: null, after: addressRecord('shop', 4) },
    ])
    expect(made).toEqual([addressRecord('@', 1), addressRecord('www', 9), addressRecord('shop', 4)])
  })

  test('A record may move to the value that another edit gives up', () => {
    const zone = [addressRecord('www', 1), addressRecord('www', 2)]
    const swap = [
      { before: addressRecord('www', 1), after: addressRecord('www', 2) },
      { before: addressRecord('www', 2), after: addressRecord('www', 3) },
    ]
    expect(sorted(computeRecordsAfterEdits(zone, swap))).toEqual(
      sorted([addressRecord('www', 2), addressRecord('www', 3)]),
    )
    expect(sorted(computeRecordsAfterEdits([addressRecord('www', 1), addressRecord('www', 3)], swap))).toEqual(
      sorted([addressRecord('www', 2), addressRecord('www', 3)]),
    )
  })

  test('Applying edits a second time changes nothing', () => {
    fc.assert(
      fc.property(zoneOf(8), edits, (zone, wanted) => {
        const once = computeRecordsAfterEdits(zone, wanted)
        expect(sorted(computeRecordsAfterEdits(once, wanted))).toEqual(sorted(once))
      }),
    )
  })

  test('A record that someone else changed or deleted since is left out and named', () => {
    const zone = [addressRecord('www', 7), addressRecord('mail', 3)]
    const changed = { before: addressRecord('www', 2), after: addressRecord('www', 9) }
    const deleted = { before: addressRecord('old', 2), after: null }
    const fits = { before: addressRecord('mail', 3), after: addressRecord('mail', 4) }
    const isChangeMade = { before: addressRecord('mail', 2), after: addressRecord('mail', 3) }
    expect(separateOutdatedEdits(zone, [changed, deleted, fits, isChangeMade])).toEqual({
      fitting: [fits, isChangeMade],
      outdated: [changed, deleted],
    })
  })
})
