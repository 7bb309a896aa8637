import { expect, test } from 'vitest'
import type { Job } from '#shared/ipc/jobs.ts'
import { findNewlyEndedJobs } from '#renderer/features/activity/jobs/find-newly-ended-jobs.ts'

const running = (id: string) => ({ id, state: 'running', endedAt: null }) as Job
const ended = (id: string, endedAt: number) => ({ id, state: 'ended', endedAt }) as Job
const ids = (jobs: readonly Job[]) => jobs.map(({ id }) => id)

test('A job that ended is returned once, also when no list showed it as open', () => {
  const endedJobs = [ended('short', 60), ended('long', 50)]
  expect(ids(findNewlyEndedJobs([running('long')], endedJobs, 10))).toEqual(['short', 'long'])
  expect(findNewlyEndedJobs(endedJobs, endedJobs, 10)).toEqual([])
})

test('Jobs that ended before the window was opened are not returned', () => {
  expect(findNewlyEndedJobs(null, [ended('old', 5)], 10)).toEqual([])
  expect(findNewlyEndedJobs([], [ended('old', 5)], 10)).toEqual([])
})
