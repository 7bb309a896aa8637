import {
  jobItemStates,
  notFullyDoneJobItemStates,
  openJobItemStates,
  type EndedJobItemState,
  type Job,
  type JobItemState,
} from '#shared/ipc/jobs.ts'

const endedStates = jobItemStates.filter(
  (state): state is EndedJobItemState => !(openJobItemStates as readonly string[]).includes(state),
)

/** Adds up the counts of several jobs. */
export function sumShownJobItemCounts(jobs: readonly ShownJobItemCounts[]): ShownJobItemCounts {
  const sum = (count: (job: ShownJobItemCounts) => number) => jobs.reduce((total, job) => total + count(job), 0)
  return {
    counts: Object.fromEntries(
      jobItemStates.map((state) => [state, sum(({ counts }) => counts[state])]),
    ) as ShownJobItemCounts['counts'],
    partlyUnknown: sum(({ partlyUnknown }) => partlyUnknown),
    partlyFailed: sum(({ partlyFailed }) => partlyFailed),
    finishedLater: Object.fromEntries(
      notFullyDoneJobItemStates.map((state) => [state, sum(({ finishedLater }) => finishedLater[state])]),
    ) as ShownJobItemCounts['finishedLater'],
  }
}

/**
 * A state of items as it is shown. `partly_unknown`: done, but nothing shows whether a part took effect.
 * `partly_failed`: done, but a part failed. `finished_later`: not fully done, but a later job carried out
 * the new plan of the rest, which may leave out changes.
 */
export type ShownJobItemState<State extends JobItemState = JobItemState> =
  State | 'partly_unknown' | 'partly_failed' | 'finished_later'

/** The counts of the items of a job. */
export type ShownJobItemCounts = Pick<Job, 'counts' | 'partlyUnknown' | 'partlyFailed' | 'finishedLater'>

/** Returns the number of ended items per result, without zeros. */
export function countEndedJobItemsByState(
  job: ShownJobItemCounts,
): { state: ShownJobItemState<EndedJobItemState>; count: number }[] {
  return countByState(job, endedStates)
}

export function countEndedJobItems({ counts }: Pick<ShownJobItemCounts, 'counts'>): number {
  return endedStates.reduce((sum, state) => sum + counts[state], 0)
}

/** Returns the item states that occur in the job, in the order in which they are shown. */
export function countJobItemsByState(job: ShownJobItemCounts): { state: ShownJobItemState; count: number }[] {
  return countByState(job, jobItemStates)
}

/** Returns the number of items in the state that no later job finished. */
export function countItemsInStateNotFinishedByLaterJob(
  { counts, finishedLater }: Pick<ShownJobItemCounts, 'counts' | 'finishedLater'>,
  state: JobItemState,
): number {
  const notFullyDone = notFullyDoneJobItemStates.find((known) => known === state)
  return counts[state] - (notFullyDone ? finishedLater[notFullyDone] : 0)
}

export function countItemsFinishedByLaterJob({ finishedLater }: Pick<ShownJobItemCounts, 'finishedLater'>): number {
  return notFullyDoneJobItemStates.reduce((sum, state) => sum + finishedLater[state], 0)
}

function countByState<State extends JobItemState>(
  job: ShownJobItemCounts,
  states: readonly State[],
): { state: ShownJobItemState<State>; count: number }[] {
  const { counts, partlyUnknown, partlyFailed } = job
  return states
    .flatMap((state): { state: ShownJobItemState<State>; count: number }[] =>
      state === 'done'
        ? [
            { state, count: counts[state] - partlyUnknown - partlyFailed },
            { state: 'partly_unknown', count: partlyUnknown },
            { state: 'partly_failed', count: partlyFailed },
            { state: 'finished_later', count: countItemsFinishedByLaterJob(job) },
          ]
        : [{ state, count: countItemsInStateNotFinishedByLaterJob(job, state) }],
    )
    .filter(({ count }) => count > 0)
}
