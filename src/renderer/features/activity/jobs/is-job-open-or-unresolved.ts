import type { Job } from '#shared/ipc/jobs.ts'
import { countItemsInStateNotFinishedByLaterJob } from './count-job-items-by-shown-state.ts'

const unresolvedStates = ['replan', 'failed', 'unknown'] as const

/**
 * Returns true if the job runs or waits, or has failed, unknown or outdated items that no later job finished. Items
 * that the user cancelled do not count. A reading job that has ended never counts, even if some details could not be
 * read.
 */
export function isJobOpenOrUnresolved(
  job: Pick<Job, 'state' | 'isReading' | 'unfinished' | 'counts' | 'finishedLater'>,
): boolean {
  const { state, isReading, unfinished } = job
  if (state !== 'ended') return true
  return (
    !isReading &&
    unfinished > 0 &&
    unresolvedStates.some((unresolved) => countItemsInStateNotFinishedByLaterJob(job, unresolved) > 0)
  )
}
