import { jobKindsReportingWorkAmount, type JobKindName, type JobKindReportingWorkAmount } from '#shared/ipc/jobs.ts'

/** Returns true if the items of a job say how much is done in place of changes. */
export function doesJobKindReportWorkAmount(kind: JobKindName): kind is JobKindReportingWorkAmount {
  return (jobKindsReportingWorkAmount as readonly string[]).includes(kind)
}
