import { hasSameRecordFields, isDuplicateRecord, hasSameIdAndFields } from '#shared/dns/records/compare-records.ts'
import type { RecordChange } from '#shared/ipc/dns.ts'
import type { DomainChange } from '#shared/ipc/domain-change-schemas.ts'
import type { ZoneRecord } from '#shared/dns/records/dns-record.ts'
import { computeZoneAfterRecordChange } from '#main/dns/evaluate-record-change-on-zone.ts'
import { isRecordChange } from './domain-change-kinds.ts'
import type { DomainChangesInput, DomainChangesProgress } from './domain-changes-job-schemas.ts'
import { getChangesOfNewestPlan } from './domain-changes-progress.ts'
import type { DomainZoneAndSettings } from './domain-zone-and-settings.ts'

/** Returns the zone that the changes so far should have left. `base`: the zone before the first change. */
export function computeExpectedZoneAfterDoneChanges(
  base: readonly ZoneRecord[],
  input: DomainChangesInput,
  progress: DomainChangesProgress,
): ZoneRecord[] {
  return getChangesOfNewestPlan(input, progress)
    .slice(0, progress.done)
    .reduce(
      (zone, change, position) => {
        if (!isRecordChange(change)) return zone
        const answer = progress.answers[String(position)]
        return computeZoneAfterRecordChange(
          zone,
          change,
          typeof answer === 'object' ? answer : recordAfter(change, answer),
        )
      },
      [...base],
    )
}

/** The record that a change leaves; null for a deletion. `id`: the ID of an added record. */
function recordAfter(change: RecordChange, id: number | undefined): ZoneRecord | null {
  if (change.kind === 'delete') return null
  return { ...change.after, id: change.kind === 'change' ? change.before.id : (id ?? 0) }
}

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

/** Returns whether both lists have the same record IDs, and each ID has the same values in both. */
export function hasSameRecordsById(one: readonly ZoneRecord[], other: readonly ZoneRecord[]): boolean {
  const byId = new Map(other.map((record) => [record.id, record]))
  return (
    one.length === other.length &&
    one.every((record) => {
      const found = byId.get(record.id)
      return found !== undefined && hasSameIdAndFields(record, found)
    })
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
 * Returns the expected zone with a change that was made. The added or changed record is the one that the service wrote.
 */
export function applyMadeChangeToExpectedZone(
  change: DomainChange,
  expected: readonly ZoneRecord[],
  state: DomainZoneAndSettings,
): readonly ZoneRecord[] {
  return isRecordChange(change)
    ? computeZoneAfterRecordChange(expected, change, findRecordWrittenByChange(change, expected, state))
    : expected
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
