import { expect, test } from 'vitest'
import { i18n } from '#renderer/text/i18n.ts'
import {
  formatCountsOfItemsNotDone,
  formatJobItemCounts,
} from '#renderer/features/activity/jobs/format-job-item-counts.ts'
import {
  countEndedJobItems,
  countEndedJobItemsByState,
  countJobItemsByState,
  sumShownJobItemCounts,
} from '#renderer/features/activity/jobs/count-job-items-by-shown-state.ts'

const counts = {
  waiting: 2,
  running: 1,
  checking: 0,
  done: 4,
  not_needed: 0,
  replan: 1,
  failed: 0,
  not_found: 0,
  unknown: 1,
  cancelled: 0,
}
const finishedLater = { replan: 0, failed: 0, unknown: 0, cancelled: 0 }

test('Of several jobs, each state is counted together, and what is not done is told apart from what is done', () => {
  i18n.global.locale.value = 'en'
  const job = { counts: { ...counts, cancelled: 3, not_needed: 1 }, partlyUnknown: 1, partlyFailed: 0, finishedLater }
  const sum = sumShownJobItemCounts([job, job])
  expect([sum.counts.done, sum.partlyUnknown]).toEqual([8, 2])
  expect(formatCountsOfItemsNotDone(sum, 'en', i18n.global.t)).toBe(
    '2 not needed, 2 need a new plan, 2 with unknown outcome, 6 cancelled',
  )
})

test('Cancelled and failed items have ended, and those without a result have not', () => {
  expect(countEndedJobItems({ counts: { ...counts, checking: 3, cancelled: 88 } })).toBe(94)
})

test('Only states that occur are listed', () => {
  expect(
    countJobItemsByState({ counts, partlyUnknown: 0, partlyFailed: 0, finishedLater }).map(({ state }) => state),
  ).toEqual(['waiting', 'running', 'done', 'replan', 'unknown'])
})

test('Items that are done and partly failed are not counted as done', () => {
  expect(countEndedJobItemsByState({ counts, partlyUnknown: 0, partlyFailed: 4, finishedLater })[0]).toEqual({
    state: 'partly_failed',
    count: 4,
  })
})

test('Items that are done and partly unknown are not counted as done', () => {
  expect(countEndedJobItemsByState({ counts, partlyUnknown: 1, partlyFailed: 0, finishedLater })).toEqual([
    { state: 'done', count: 3 },
    { state: 'partly_unknown', count: 1 },
    { state: 'replan', count: 1 },
    { state: 'unknown', count: 1 },
  ])
  expect(
    countJobItemsByState({ counts: { ...counts, done: 1 }, partlyUnknown: 1, partlyFailed: 0, finishedLater })[2],
  ).toEqual({ state: 'partly_unknown', count: 1 })
})

test('Items that a later job finished are counted apart, and not as failed or in need of a new plan', () => {
  i18n.global.locale.value = 'en'
  const job = {
    counts: { ...counts, waiting: 0, running: 0, done: 14, replan: 2, failed: 3, unknown: 0 },
    partlyUnknown: 0,
    partlyFailed: 0,
    finishedLater: { ...finishedLater, replan: 2, failed: 2 },
  }
  expect(formatJobItemCounts(job, 'en', i18n.global.t)).toBe('14 done, 4 handled by a new plan, 1 failed')
  expect(formatCountsOfItemsNotDone(job, 'en', i18n.global.t)).toBe('1 failed')
  expect(countEndedJobItems(job)).toBe(19)
  expect(sumShownJobItemCounts([job, job]).finishedLater.failed).toBe(4)
})
