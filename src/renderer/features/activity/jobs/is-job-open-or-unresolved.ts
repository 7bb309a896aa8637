import type { Job } from '#shared/ipc/jobs.ts'

/**
 * Returns true if the job runs or waits, or has failed, unknown or outdated items that no later job finished. Items
 * that the user cancelled do not count. A reading job that has ended never counts, even if some details could not be
 * read.
 */
export function isJobOpenOrUnresolved({
  state,
  isReading,
  unfinished,
  counts,
}: Pick<Job, 'state' | 'isReading' | 'unfinished' | 'counts'>): boolean {
  if (state !== 'ended') return true
  return !isReading && unfinished > 0 && counts.replan + counts.failed + counts.unknown > 0
}
