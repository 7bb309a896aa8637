import { jobKindsCountingWork, type JobKindName, type JobKindCountingWork } from '#shared/ipc/jobs.ts'

/** Whether the items of a job say how much is done in place of changes. */
export function doesJobKindCountWork(kind: JobKindName): kind is JobKindCountingWork {
  return (jobKindsCountingWork as readonly string[]).includes(kind)
}
