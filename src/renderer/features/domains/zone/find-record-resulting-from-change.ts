import { hasSameRecordFields } from '#shared/dns/records/compare-two-records.ts'
import type { RecordChange } from '#shared/ipc/dns.ts'
import type { ZoneRecord } from '#shared/dns/records/dns-record.ts'

/** Returns the record in the zone that results from a change. Null if there is none or the change was a deletion. */
export function findRecordResultingFromChange(zone: readonly ZoneRecord[], change: RecordChange): ZoneRecord | null {
  if (change.kind === 'delete') return null
  const known =
    change.kind === 'change'
      ? zone.find((record) => record.id === change.before.id && hasSameRecordFields(record, change.after))
      : undefined
  return known ?? zone.findLast((record) => hasSameRecordFields(record, change.after)) ?? null
}

/** Returns true if the zone contains the requested change. Used after a lost answer. */
export function isChangeInZone(zone: readonly ZoneRecord[], change: RecordChange): boolean {
  return change.kind === 'delete'
    ? !zone.some((record) => record.id === change.before.id)
    : findRecordResultingFromChange(zone, change) !== null
}
