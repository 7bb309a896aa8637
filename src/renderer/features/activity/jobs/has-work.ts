import { jobKindsWithWork, type JobKindName, type JobKindWithWork } from '#shared/ipc/jobs.ts'

/** Whether the items of a job say how much is done in place of changes. */
export function hasWork(kind: JobKindName): kind is JobKindWithWork {
  return (jobKindsWithWork as readonly string[]).includes(kind)
}
