import { jobItemStates, openJobItemStates, type Job, type JobItemState } from '#shared/ipc/jobs.ts'

const endedStates = jobItemStates.filter((state) => !(openJobItemStates as readonly string[]).includes(state))

/** Number of items that are ended, whatever their result. */
export function countEndedItems({ counts }: Pick<Job, 'counts'>): number {
  return endedStates.reduce((sum, state) => sum + counts[state], 0)
}

/** The item states that occur in the job, in the order in which they are shown. */
export function occurringStates({ counts }: Pick<Job, 'counts'>): { state: JobItemState; count: number }[] {
  return jobItemStates.map((state) => ({ state, count: counts[state] })).filter(({ count }) => count > 0)
}
