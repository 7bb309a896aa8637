import fc from 'fast-check'
import { expect, test } from 'vitest'
import { invertRecordChanges } from '#shared/dns/plan/invert-record-changes.ts'
import type { PlannedRecordChange } from '#shared/dns/plan/planned-record-change.ts'
import { computeRecordsAfterChanges } from '#shared/dns/plan/compute-records-after-changes.ts'
import { pickRecordFields, type DnsRecordFields, type ZoneRecord } from '#shared/dns/records/dns-record.ts'
import { computeRecordsAfterEdits } from '#shared/dns/zone-edits/compute-records-after-edits.ts'

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

const steps = fc.array(
  fc.record({ kind: fc.constantFrom('add', 'change', 'delete'), place: fc.nat(), after: record }),
  { maxLength: 6 },
)

test('Undoing the changes of a zone gives the zone before them', () => {
  fc.assert(
    fc.property(zoneOf(6), steps, (fields, wanted) => {
      let zone: ZoneRecord[] = fields.map((each, index) => ({ ...each, id: index + 1 }))
      let nextId = 100
      const before = zone
      const changes: PlannedRecordChange[] = []
      for (const { kind, place, after } of wanted) {
        const old = zone[place % Math.max(zone.length, 1)]
        if (zone.some((each) => each.host === after.host && each.content === after.content)) continue
        if (kind !== 'add' && old === undefined) continue
        const change =
          kind === 'add'
            ? ({ kind, after } as const)
            : kind === 'change'
              ? ({ kind, before: old as ZoneRecord, after } as const)
              : ({ kind: 'delete', before: old as ZoneRecord } as const)
        changes.push(change)
        zone = computeRecordsAfterChanges(zone, [change], () => (nextId += 1))
      }
      expect(sorted(computeRecordsAfterEdits(zone, invertRecordChanges(changes)))).toEqual(sorted(before))
    }),
  )
})

test('A record that the changes did not touch stays as someone else has made it', () => {
  const zone = [addressRecord('www', 2), addressRecord('mail', 8)]
  const changes: PlannedRecordChange[] = [
    { kind: 'change', before: { ...addressRecord('www', 1), id: 1 }, after: addressRecord('www', 2) },
  ]
  expect(computeRecordsAfterEdits(zone, invertRecordChanges(changes))).toEqual([
    addressRecord('www', 1),
    addressRecord('mail', 8),
  ])
})
