import type { JobItemFilter } from '#shared/ipc/jobs.ts'

/** Returns the key of the text of a state. An open item of a cancelled job waits only for its end. */
export function getJobItemStateTextKey(state: JobItemFilter, isJobCancelled: boolean): string {
  return `activity.job.item.${state === 'waiting' && isJobCancelled ? 'stopping' : state}`
}
