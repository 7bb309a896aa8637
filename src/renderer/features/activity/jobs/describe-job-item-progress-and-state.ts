import type { ServiceErrorCode } from '#shared/api/service-errors.ts'
import { getRequestStateOfError } from '#shared/error-kinds.ts'
import { formatShortWaitEnd } from '#renderer/ui/time/format-wait-end.ts'
import { openJobItemStates, type JobItem, type JobKindName } from '#shared/ipc/jobs.ts'
import type { NewSiteStepState } from '#shared/ipc/new-site.ts'
import { isDeletionAlreadyMade } from '#shared/ipc/get-shown-result-of-job-change.ts'
import { getShownJobItemState } from '#shared/ipc/get-shown-state-of-job-item.ts'
import { joinSentences } from '#renderer/ui/format/join-sentences.ts'
import { describeError } from '#renderer/ui/notices/describe-error.ts'
import { findShownJobItemError } from './find-shown-job-item-error.ts'

const recordNotFoundCode: ServiceErrorCode = 'RECORD_NOT_FOUND'

type Translate = (key: string, values?: Record<string, unknown>, count?: number) => string

/**
 * Says how many changes were made. While the outcome of a change is unknown, only the confirmed changes are counted.
 * Deletions of records that no longer existed are counted separately, because nothing is left to do for them. Changes
 * that only a reading showed are counted as made, but another program may have made them.
 */
export function describeCountOfMadeChanges({ changes }: Pick<JobItem, 'changes'>, t: Translate): string {
  const done = changes.filter(({ result }) => result === 'done').length
  const deletedBefore = changes.filter(isDeletionAlreadyMade).length
  const total = changes.length - deletedBefore
  const hasUnknown = changes.some(({ result }) => result === 'unknown')
  const isNothingElseLeft = deletedBefore > 0 && done === total
  const key = hasUnknown ? 'changesConfirmed' : isNothingElseLeft ? 'changesAllDone' : 'changesDone'
  const inferred = changes.filter(({ isInferred }) => isInferred).length
  const counted = t(`activity.job.${key}`, { done, total }, total)
  const made = inferred === 0 ? counted : t('activity.job.ofWhichInferred', { made: counted, n: inferred })
  return deletedBefore === 0 ? made : t('activity.job.deletedBefore', { made, deleted: deletedBefore })
}

/** Says how many changes of an item were made, and why the other changes of a failed item were not made. */
export function describeJobItemChanges(
  item: Pick<JobItem, 'state' | 'error' | 'changes' | 'isWorkLost'>,
  t: Translate,
): string {
  if (item.isWorkLost) return t('activity.job.workLost')
  if (item.state === 'not_needed' && item.changes.length > 0) {
    const isAddition = item.changes.every(({ change }) => change.kind === 'add')
    return t(`activity.job.${isAddition ? 'sameRecordsExist' : 'asPlannedAlready'}`, {}, item.changes.length)
  }
  const made = describeCountOfMadeChanges(item, t)
  if (item.state === 'replan') return t('activity.job.differsFromPlan', { made })
  if (item.error === null) return made
  const { title } = describeError(item.error)
  return item.state === 'failed' ? t('activity.job.workWithError', { work: made, error: title }) : title
}

/** Says how many changes of a failed item were made. */
function describeFailure({ changes }: Pick<JobItem, 'changes'>, t: Translate): string {
  const n = changes.length
  return changes.some(({ result }) => result !== 'not_done' && result !== 'waiting')
    ? describeCountOfMadeChanges({ changes }, t)
    : t('activity.job.noneMade', { n }, n)
}

function whyUnconfirmed({ unconfirmed, refusal }: Pick<JobItem, 'unconfirmed' | 'refusal'>): string {
  if (!unconfirmed) return refusal ? 'refused' : 'checking'
  if (!unconfirmed.isAnswered) return 'lostAnswer'
  return unconfirmed.error?.code === recordNotFoundCode ? 'noRecordAnswer' : 'unclearAnswer'
}

/**
 * Says what the state of an item means, and what follows. `isCancelled`, `isPaused`, `isEnded`: the state of the job.
 * `mayPlan`: the account is still known. `now`: epoch milliseconds.
 */
export function describeJobItemState(
  item: Pick<
    JobItem,
    'state' | 'error' | 'unconfirmed' | 'refusal' | 'runAgainAt' | 'plannedAgain' | 'changes' | 'isWorkLost'
  >,
  {
    isCancelled,
    isPaused,
    isEnded,
    mayPlan,
    now,
  }: { isCancelled: boolean; isPaused: boolean; isEnded: boolean; mayPlan: boolean; now: number },
  t: Translate,
): string {
  const { state, unconfirmed, refusal, runAgainAt, plannedAgain, changes } = item
  const about = (key: string) => t(`activity.job.itemAbout.${key}`)
  if (item.isWorkLost) return joinSentences([state === 'unknown' ? about('unknown') : null, about('workLost')])
  if ((state === 'waiting' || state === 'running') && refusal) {
    const next = isCancelled ? 'cancelling' : isPaused ? 'readAfterResuming' : 'readsFirst'
    return joinSentences([about('refused'), about(next)])
  }
  if (state === 'waiting' || state === 'running') return about(isCancelled ? 'cancelling' : isPaused ? 'paused' : state)
  if (getShownJobItemState(item) === 'finished_later') return about('finishedLater')
  const isPlannedAgain = plannedAgain !== null && (openJobItemStates as readonly string[]).includes(plannedAgain.state)
  if ((state === 'unknown' || state === 'replan') && mayPlan && !isPlannedAgain) {
    // All confirmed changes may be made, and the domain need further ones.
    const hasNotMade = changes.some(({ result }) => result === 'not_done')
    const next = state === 'replan' && hasNotMade ? 'needsPlan' : isEnded ? 'planRest' : 'planRestLater'
    return joinSentences([about(state), about(next)])
  }
  if (state === 'done') {
    const isAnyDeletedBefore = changes.some(isDeletionAlreadyMade)
    const isAnyInferred = changes.some(({ isInferred }) => isInferred)
    const all = isAnyDeletedBefore ? 'doneSomeDeletedBefore' : isAnyInferred ? 'doneSomeInferred' : state
    return joinSentences([about(all), isAnyInferred ? about('inferred') : null])
  }
  if (state === 'failed') return joinSentences([describeFailure(item, t), about(state)])
  if (state !== 'checking') return about(state)
  const words = [
    about(whyUnconfirmed({ unconfirmed, refusal })),
    about(isCancelled ? 'readsOnly' : isPaused ? 'readAfterResuming' : 'readsFirst'),
  ]
  if (isPaused) return joinSentences(words)
  if (runAgainAt !== null && runAgainAt > now)
    words.push(t('activity.job.itemAbout.notBefore', { time: formatShortWaitEnd(runAgainAt, now) }))
  return joinSentences(words)
}

/** The item is open, and its last call failed. The job repeats the call by itself. */
function isWaitingAfterLastCallError({ state, error }: Pick<JobItem, 'state' | 'error'>): boolean {
  return (
    error !== null && getRequestStateOfError(error) !== null && (openJobItemStates as readonly string[]).includes(state)
  )
}

/**
 * Returns why an open item waits, if that is an error of its last call. The general text of such an error is about one
 * call ("Nothing was sent"), but other calls of the item may have been sent before. Null: the error has its general
 * text.
 */
export function describeWaitAfterLastCallError(
  { state, error }: Pick<JobItem, 'state' | 'error'>,
  t: Translate,
): string | null {
  if (!error || !isWaitingAfterLastCallError({ state, error })) return null
  const { title, detail } = describeError(error)
  return [t('activity.job.lastCallError', { error: title }), ...(detail === null ? [] : [detail])].join('\n')
}

/**
 * Says how much of the work of an item is done, and why the rest is not done. Null: the job reports no amount of work
 * (`work`), and the item lists changes instead. `kind`: the kind of the job.
 */
export function describeJobItemWorkAmount(
  { state, error, work }: Pick<JobItem, 'state' | 'error' | 'work'>,
  kind: JobKindName,
  t: Translate,
): string | null {
  if (!work) return null
  const { done, total } = work
  const words = total === null ? '—' : t(`activity.job.work.${kind}`, { done, total })
  if (error === null) return state === 'not_found' ? t('activity.job.notListed') : words
  const { title } = describeError(error)
  const isPartlyDone = state === 'failed' && total !== null && done > 0
  return isPartlyDone ? t('activity.job.workWithError', { work: words, error: title }) : title
}

/**
 * What to do about a change that may have been made. The usual remedy of a lost connection is another attempt, which
 * could make the change twice. Undefined: the usual remedy holds, as for clearing caches, which may be repeated.
 */
export function describeRemedyOfUnknownChange(
  { state, work }: { state: JobItem['state'] | NewSiteStepState; work?: JobItem['work'] },
  t: Translate,
): string | undefined {
  return state === 'unknown' && !work ? t('errors.kinds.unsettled.remedy') : undefined
}

/**
 * What to do about the error of an item, with its detail. Null: the item shows no error. While the job repeats
 * the call by itself, only the detail. `now`: epoch milliseconds.
 */
export function describeJobItemErrorInTooltip(item: JobItem, now: number, t: Translate): string | null {
  const error = findShownJobItemError(item)
  if (error === null) return null
  const { remedy, detail } = describeError(error, undefined, item.endedAt === null ? 0 : now - item.endedAt)
  if (isWaitingAfterLastCallError(item)) return detail
  return [describeRemedyOfUnknownChange(item, t) ?? remedy, detail].filter(Boolean).join('\n')
}
