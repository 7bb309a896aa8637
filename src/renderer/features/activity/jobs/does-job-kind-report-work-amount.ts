import {
  jobKindsWithWorkInsteadOfChanges,
  type JobKindName,
  type JobKindReportingWorkAmount,
} from '#shared/ipc/jobs.ts'

/** Returns true if the items of such a job state an amount of work instead of changes. */
export function doesJobKindReportWorkAmount(kind: JobKindName): kind is JobKindReportingWorkAmount {
  return (jobKindsWithWorkInsteadOfChanges as readonly string[]).includes(kind)
}
