import { hasSameIdAndFields, hasSameRecordFields } from '#shared/dns/records/compare-two-records.ts'
import type { ZoneRecord } from '#shared/dns/records/dns-record.ts'
import type { PlannedRecordChange } from './planned-record-change.ts'

/**
 * Returns true if the change still applies. An added record must not exist yet. A changed or deleted record must still
 * have the values that the user saw.
 */
export function doesRecordChangeStillApply(zone: readonly ZoneRecord[], change: PlannedRecordChange): boolean {
  if (change.kind === 'add') return !zone.some((record) => hasSameRecordFields(record, change.after))
  return zone.some((record) => hasSameIdAndFields(record, change.before))
}
