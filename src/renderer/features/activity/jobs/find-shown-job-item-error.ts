import type { JobItem } from '#shared/ipc/jobs.ts'

/** Returns the error that an item shows. The answers of an item whose work is lost are not known, so it shows none. */
export function findShownJobItemError({ error, isWorkLost }: Pick<JobItem, 'error' | 'isWorkLost'>): JobItem['error'] {
  return isWorkLost ? null : error
}
