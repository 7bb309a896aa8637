import type { Job } from '#shared/ipc/jobs.ts'

/**
 * Whether the job runs or waits, or has failed, unknown or outdated items that no later job finished. Items that the user
 * cancelled do not count.
 */
export function isUnfinishedJob({ state, unfinished, counts }: Pick<Job, 'state' | 'unfinished' | 'counts'>): boolean {
  return state !== 'ended' || (unfinished > 0 && counts.replan + counts.failed + counts.unknown > 0)
}
