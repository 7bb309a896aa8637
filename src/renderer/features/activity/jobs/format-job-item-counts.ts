import {
  countEndedJobItemsByState,
  countJobItemsByState,
  type ShownJobItemCounts,
} from './count-job-items-by-shown-state.ts'

type Translate = (key: string, values?: Record<string, unknown>, count?: number) => string

/** Formats the numbers of items by state, as in "3 done, 1 failed". */
export function formatJobItemCounts(job: ShownJobItemCounts, locale: string, t: Translate): string {
  return countJobItemsByState(job)
    .map(({ state, count }) => t(`activity.job.count.${state}`, { n: count.toLocaleString(locale) }, count))
    .join(t('orders.and'))
}

/** Returns the numbers of ended items that are not done, as in "1 failed, 2 cancelled"; empty if there are none. */
export function formatCountsOfItemsNotDone(job: ShownJobItemCounts, locale: string, t: Translate): string {
  return countEndedJobItemsByState(job)
    .filter(({ state }) => !isDoneState(state))
    .map(({ state, count }) => t(`activity.job.count.${state}`, { n: count.toLocaleString(locale) }, count))
    .join(t('orders.and'))
}

function isDoneState(state: ReturnType<typeof countEndedJobItemsByState>[number]['state']): boolean {
  return state === 'done' || state === 'partly_unknown' || state === 'partly_failed' || state === 'finished_later'
}
