import { listChangedRecordFields } from '#shared/dns/records/compare-two-records.ts'
import type { RecordChange } from '#shared/ipc/dns.ts'
import type { ZoneRecord } from '#shared/dns/records/dns-record.ts'

/**
 * Returns the changed fields of the record. Only these are sent, because the service keeps the others (API description,
 * section "Domain API").
 */
export function pickChangedRecordFieldValues(
  change: Extract<RecordChange, { kind: 'change' }>,
): Partial<Omit<ZoneRecord, 'id'>> {
  const { before, after } = change
  return Object.fromEntries(listChangedRecordFields(before, after).map((name) => [name, after[name]]))
}

/** Returns the zone after the change. `recordInAnswer`: the record in the service's answer; null for a deletion. */
export function computeZoneAfterRecordChange(
  zone: readonly ZoneRecord[],
  change: RecordChange,
  recordInAnswer: ZoneRecord | null,
): ZoneRecord[] {
  const gone = change.kind === 'add' ? null : change.before.id
  const rest = zone.filter(({ id }) => id !== gone && id !== recordInAnswer?.id)
  return [...rest, ...(recordInAnswer ? [recordInAnswer] : [])].sort((one, other) => one.id - other.id)
}
