import { hasSameRecordFields, isDuplicateRecord } from '#shared/dns/records/compare-two-records.ts'
import type { RecordChange } from '#shared/ipc/dns.ts'
import type { DomainChange } from '#shared/ipc/domain-change-schemas.ts'
import type { ZoneRecord } from '#shared/dns/records/dns-record.ts'
import { isRecordChange } from './domain-change-predicates.ts'
import type { DomainZoneAndSettings } from './domain-zone-and-settings.ts'
import { hasSameRecordsById } from '#shared/dns/records/has-same-records-by-id.ts'

/** Returns the record that an addition left in the zone. */
export function findAddedRecord(
  { after }: Extract<RecordChange, { kind: 'add' }>,
  expected: readonly ZoneRecord[],
  zone: readonly ZoneRecord[],
): ZoneRecord | undefined {
  const known = new Set(expected.map(({ id }) => id))
  const fresh = zone.filter(({ id }) => !known.has(id))
  return (
    fresh.find((record) => hasSameRecordFields(record, after)) ??
    fresh.find((record) => isDuplicateRecord(record, after))
  )
}

/** Returns the record that a change has left in the zone. `expected`: the zone before the change. */
export function findRecordWrittenByChange(
  change: DomainChange,
  expected: readonly ZoneRecord[],
  state: DomainZoneAndSettings,
): ZoneRecord | null {
  if (!isRecordChange(change) || change.kind === 'delete') return null
  if (change.kind === 'add') return findAddedRecord(change, expected, state.zone ?? []) ?? null
  return state.zone?.find(({ id }) => id === change.before.id) ?? null
}

/**
 * Returns what the progress stores of a made change: the record or its ID. Null if the change itself determines both.
 */
export function toStoredAnswerOfChange(change: DomainChange, record: ZoneRecord | null): number | ZoneRecord | null {
  if (record === null || !isRecordChange(change) || change.kind === 'delete') return null
  const isAsSent = hasSameRecordsById([record], [{ ...change.after, id: record.id }])
  if (!isAsSent) return record
  return change.kind === 'add' ? record.id : null
}
