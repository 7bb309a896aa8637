import type { DomainChange } from '#shared/ipc/domain-change-schemas.ts'
import type { JobItem } from '#shared/ipc/jobs.ts'
import {
  initialDomainChangesProgress,
  type DomainChangesInput,
  type DomainChangesProgress,
} from './domain-changes-job-schemas.ts'

export function getChangesOfNewestPlan(input: DomainChangesInput, progress: DomainChangesProgress): DomainChange[] {
  return progress.changes ?? input.changes
}

/** Returns the fields of a job item that show its changes and their results. */
export function toPlannedChangesWithResults({
  input,
  progress,
}: {
  input: DomainChangesInput
  progress: DomainChangesProgress | null
}): Pick<JobItem, 'changes' | 'unconfirmed' | 'refusal' | 'snapshotId'> {
  const { done, notNeeded, inferred, sending, sendings, refused, end, snapshotId } =
    progress ?? initialDomainChangesProgress
  // After a refusal that led to a reading, the error is the one of the reading.
  const hasErrorOfItem = (position: number): { hasErrorOfItem?: true } =>
    position === done && sendings > 0 && refused === null && end !== null && end.error !== null
      ? { hasErrorOfItem: true }
      : {}
  return {
    snapshotId,
    unconfirmed: sending && { isAnswered: sending.isAnswered, error: sending.error },
    ...(refused && end === null && { refusal: refused.error }),
    changes: getChangesOfNewestPlan(input, progress ?? initialDomainChangesProgress).map((change, position) => {
      if (position < notNeeded) return { change, result: 'not_needed' }
      if (position < done) return { change, result: 'done', ...(inferred.includes(position) && { isInferred: true }) }
      if (position === done && (sending !== null || end?.state === 'unknown'))
        return { change, result: 'unknown', ...hasErrorOfItem(position) }
      if (end === null) return { change, result: position === done && refused ? 'not_done' : 'waiting' }
      return { change, result: end.state === 'not_needed' ? 'not_needed' : 'not_done', ...hasErrorOfItem(position) }
    }),
  }
}
