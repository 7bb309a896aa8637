import { notFullyDoneJobItemStates, type JobItem, type JobItemFilter } from './jobs.ts'

/** Returns the state that a job item is shown with, and listed by. */
export function getShownJobItemState({ state, plannedAgain }: Pick<JobItem, 'state' | 'plannedAgain'>): JobItemFilter {
  const isNotFullyDone = (notFullyDoneJobItemStates as readonly string[]).includes(state)
  const isFinishedLater = isNotFullyDone && (plannedAgain?.state === 'done' || plannedAgain?.state === 'not_needed')
  return isFinishedLater ? 'finished_later' : state
}
