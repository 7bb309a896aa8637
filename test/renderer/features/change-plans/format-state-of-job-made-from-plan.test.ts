import { expect, test } from 'vitest'
import type { Job } from '#shared/ipc/jobs.ts'
import { formatStateOfJobMadeFromPlan } from '#renderer/features/change-plans/format-state-of-job-made-from-plan.ts'
import { i18n } from '#renderer/text/i18n.ts'

i18n.global.locale.value = 'en'
const { t } = i18n.global

const jobIn = (state: Job['state'], counts: Partial<Job['counts']>, isCancelled = false, domains = 10) =>
  ({
    state,
    isCancelled,
    subject: { domains },
    counts: {
      ...{ waiting: 0, running: 0, checking: 0, done: 0, not_needed: 0 },
      ...{ replan: 0, failed: 0, unknown: 0, cancelled: 0 },
      ...counts,
    },
  }) as Job

test('The progress of the job of a plan states its state and the number of domains that are done', () => {
  expect(
    formatStateOfJobMadeFromPlan(jobIn('running', { waiting: 5, running: 1, checking: 1, done: 2, failed: 1 }), t),
  ).toBe('In progress, 2 of 10 domains done')
  expect(formatStateOfJobMadeFromPlan(jobIn('ended', { done: 10 }), t)).toBe('Ended, 10 of 10 domains done')
  expect(formatStateOfJobMadeFromPlan(jobIn('ended', { done: 1 }, false, 1), t)).toBe('Ended, 1 of 1 domain done')
  expect(formatStateOfJobMadeFromPlan(jobIn('running', { checking: 1, cancelled: 9 }, true), t)).toMatch(
    /^Cancelled; changes that were sent are still checked.*0 of 10 domains done/,
  )
  expect(formatStateOfJobMadeFromPlan(jobIn('waiting', { checking: 1, cancelled: 9 }, true), t)).toMatch(
    /^Cancelled; changes that were sent are checked later.*0 of 10 domains done/,
  )
})
