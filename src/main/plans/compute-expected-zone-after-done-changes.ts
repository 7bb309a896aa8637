import type { RecordChange } from '#shared/ipc/dns.ts'
import type { DomainChange } from '#shared/ipc/domain-change-schemas.ts'
import type { ZoneRecord } from '#shared/dns/records/dns-record.ts'
import { computeZoneAfterRecordChange } from '#main/dns/changed-fields-and-zone-after-record-change.ts'
import { isRecordChange } from './domain-change-predicates.ts'
import type { DomainChangesInput, DomainChangesProgress } from './domain-changes-job-schemas.ts'
import { getChangesOfNewestPlan } from './to-job-item-changes-with-results.ts'
import type { DomainZoneAndSettings } from './domain-zone-and-settings.ts'
import { findRecordWrittenByChange } from './find-record-written-by-change.ts'

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
