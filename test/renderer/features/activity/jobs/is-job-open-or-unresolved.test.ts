import { expect, test } from 'vitest'
import { isJobOpenOrUnresolved } from '#renderer/features/activity/jobs/is-job-open-or-unresolved.ts'

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

const noneLater = { replan: 0, failed: 0, unknown: 0, cancelled: 0 }

test('A job has work left until it is ended, or when items failed that no later job finished, but not when the user cancelled it', () => {
  const none = { ...counts, waiting: 0, running: 0, checking: 0, replan: 0, unknown: 0 }
  expect(
    isJobOpenOrUnresolved({ state: 'paused', isReading: true, unfinished: 0, counts, finishedLater: noneLater }),
  ).toBe(true)
  expect(
    isJobOpenOrUnresolved({
      state: 'ended',
      isReading: false,
      unfinished: 1,
      counts: { ...none, failed: 1 },
      finishedLater: noneLater,
    }),
  ).toBe(true)
  expect(
    isJobOpenOrUnresolved({
      state: 'ended',
      isReading: false,
      unfinished: 0,
      counts: { ...none, failed: 1 },
      finishedLater: noneLater,
    }),
  ).toBe(false)
  expect(
    isJobOpenOrUnresolved({
      state: 'ended',
      isReading: false,
      unfinished: 1,
      counts: { ...none, cancelled: 1 },
      finishedLater: noneLater,
    }),
  ).toBe(false)
})

test('A failed item that a later job finished is no work left, although the user cancelled another item of its job', () => {
  const ended = { ...counts, waiting: 0, running: 0, replan: 0, unknown: 0, failed: 1, cancelled: 1 }
  const job = { state: 'ended', isReading: false, unfinished: 1, counts: ended } as const
  expect(isJobOpenOrUnresolved({ ...job, finishedLater: { ...noneLater, failed: 1 } })).toBe(false)
  expect(isJobOpenOrUnresolved({ ...job, finishedLater: { ...noneLater, cancelled: 1 } })).toBe(true)
})

test('A reading that has ended has no work left, although details could not be read', () => {
  const failed = { ...counts, waiting: 0, running: 0, checking: 0, failed: 3 }
  expect(
    isJobOpenOrUnresolved({ state: 'ended', isReading: true, unfinished: 3, counts: failed, finishedLater: noneLater }),
  ).toBe(false)
})
