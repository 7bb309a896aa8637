import type { DomainChange } from './domain-change-schemas.ts'
import { jobItemChangeResults, openJobItemStates, type JobItem } from './jobs.ts'

type ChangeOfJobItem = Pick<JobItem['changes'][number], 'result' | 'isInferred'> & {
  change: Pick<DomainChange, 'kind'>
}

/**
 * `inferred`: no answer confirmed the change, but a reading showed it. `in_progress` and `unconfirmed`: an unknown
 * outcome while the item is open, during the call and after it.
 */
export const shownJobChangeResults = [
  ...jobItemChangeResults,
  'inferred',
  'in_progress',
  'unconfirmed',
  'already_deleted',
] as const
export type ShownJobChangeResult = (typeof shownJobChangeResults)[number]

export function isDeletionAlreadyMade({ result, change }: ChangeOfJobItem): boolean {
  return result === 'not_needed' && change.kind === 'delete'
}

/**
 * Returns the result of one change of a job item as it is shown. A change that waits for a limit may have been sent
 * before.
 */
export function getShownJobChangeResult(
  { state, error }: Pick<JobItem, 'state' | 'error'>,
  change: ChangeOfJobItem,
): ShownJobChangeResult {
  if (isDeletionAlreadyMade(change)) return 'already_deleted'
  if (change.isInferred) return 'inferred'
  if (change.result !== 'unknown' || !(openJobItemStates as readonly string[]).includes(state)) return change.result
  return state === 'running' || (state === 'waiting' && error?.kind === 'waits_for_limit')
    ? 'in_progress'
    : 'unconfirmed'
}
