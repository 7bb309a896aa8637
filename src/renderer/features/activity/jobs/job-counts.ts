import {
  jobItemStates,
  openJobItemStates,
  type EndedJobItemState,
  type Job,
  type JobItemState,
} from '#shared/ipc/jobs.ts'

const endedStates = jobItemStates.filter(
  (state): state is EndedJobItemState => !(openJobItemStates as readonly string[]).includes(state),
)

/** Number of items that are ended, whatever their result. */
export function countEndedItems({ counts }: Pick<Job, 'counts'>): number {
  return endedStates.reduce((sum, state) => sum + counts[state], 0)
}

/** A state of items as it is shown. `partly_unknown`: done, but nothing shows whether a part took effect. */
export type ShownItemState<State extends JobItemState = JobItemState> = State | 'partly_unknown'

/** The number of ended items per result, without zeros. */
export function countEndedItemsByState(
  job: Pick<Job, 'counts' | 'partlyUnknown'>,
): { state: ShownItemState<EndedJobItemState>; count: number }[] {
  return countByState(job, endedStates)
}

/** The item states that occur in the job, in the order in which they are shown. */
export function countItemsByState(
  job: Pick<Job, 'counts' | 'partlyUnknown'>,
): { state: ShownItemState; count: number }[] {
  return countByState(job, jobItemStates)
}

function countByState<State extends JobItemState>(
  { counts, partlyUnknown }: Pick<Job, 'counts' | 'partlyUnknown'>,
  states: readonly State[],
): { state: ShownItemState<State>; count: number }[] {
  return states
    .flatMap((state): { state: ShownItemState<State>; count: number }[] =>
      state === 'done'
        ? [
            { state, count: counts[state] - partlyUnknown },
            { state: 'partly_unknown', count: partlyUnknown },
          ]
        : [{ state, count: counts[state] }],
    )
    .filter(({ count }) => count > 0)
}
