import type { EndpointName } from '#shared/api/endpoints.ts'
import { isAppError } from '#shared/app-error.ts'
import type { LoggedChange } from '#shared/ipc/change-log.ts'
import type { ChangeLog } from '#main/change-log/change-log-store.ts'
import type { ReadCallResult } from '#main/api/api-client-interface.ts'
import type { JobRunner } from '#main/jobs/job-runner.ts'
import { toChangeLogEntryOfMadeChange } from '#main/servers/server-change-spec-interface.ts'
import { serverChangeSpecs } from '#main/servers/all-server-change-specs.ts'
import type { DomainSnapshotStore } from '#main/snapshots/domain-snapshot-store.ts'
import { doesZoneProveRecordChangeNotMade } from './does-zone-prove-record-change-not-made.ts'
import { doesReadingProveChangeMade } from './does-reading-prove-change-made.ts'

export interface MarkChangeOutcomesProvenByReadingDeps {
  changeLog: Pick<ChangeLog, 'findEntriesWithUnknownOutcome' | 'markDoneAfterReading' | 'markNotMadeAfterReading'>
  snapshots: Pick<DomainSnapshotStore, 'get'>
  jobs: Pick<JobRunner, 'markUnknownItemAsDone'>
}

/**
 * Sets the outcome of change-log entries whose outcome was unknown, if this reading proves it. Call it with every
 * reading, also after a restart.
 */
export function markChangeOutcomesProvenByReading(
  { changeLog, snapshots, jobs }: MarkChangeOutcomesProvenByReadingDeps,
  reading: ReadCallResult<EndpointName>,
): void {
  const name = nameOf(reading.input)
  if (name === null) return
  for (const { entry, later } of changeLog.findEntriesWithUnknownOutcome(reading.accountId, name)) {
    const before = recordsBefore(entry.snapshotId)
    if (doesReadingProveChangeMade(entry, later, reading, before)) {
      // The entry stays unknown if the item of its job cannot be marked, so that both show the same outcome.
      if (entry.jobId === null || jobs.markUnknownItemAsDone(entry.jobId, entry))
        changeLog.markDoneAfterReading(entry.id, toProved(entry.change, reading.data))
    } else if (doesZoneProveRecordChangeNotMade(entry, later, reading, before))
      changeLog.markNotMadeAfterReading(entry.id)
  }

  function recordsBefore(snapshotId: string | null) {
    if (snapshotId === null) return null
    try {
      return snapshots.get(snapshotId).records
    } catch (error) {
      if (!isAppError(error)) throw error
      return null
    }
  }
}

function toProved(change: LoggedChange, later: unknown): LoggedChange {
  return change.kind === 'server'
    ? toChangeLogEntryOfMadeChange(serverChangeSpecs[change.operation], change, null, later)
    : change
}

/** The domain or server that the reading is about. */
function nameOf({ domain_name: domain, servername }: Readonly<Record<string, unknown>>): string | null {
  const name = domain ?? servername
  return typeof name === 'string' ? name : null
}
