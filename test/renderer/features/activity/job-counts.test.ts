import { expect, test } from 'vitest'
import {
  combineJobStates,
  countEndedItems,
  endedItemCounts,
  isUnfinishedJob,
  occurringStates,
} from '#renderer/features/activity/jobs/job-counts.ts'

const counts = {
  waiting: 2,
  running: 1,
  checking: 0,
  done: 4,
  not_needed: 0,
  replan: 1,
  failed: 0,
  unknown: 1,
  cancelled: 0,
}

test('Items that are waiting, running or being checked are not counted as ended', () => {
  expect(countEndedItems({ counts })).toBe(6)
})

test('Only states that occur are listed', () => {
  expect(occurringStates({ counts, partlyUnknown: 0 }).map(({ state }) => state)).toEqual([
    'waiting',
    'running',
    'done',
    'replan',
    'unknown',
  ])
})

test('Items that are done and partly unknown are not counted as done', () => {
  expect(endedItemCounts({ counts, partlyUnknown: 1 })).toEqual([
    { state: 'done', count: 3 },
    { state: 'partly_unknown', count: 1 },
    { state: 'replan', count: 1 },
    { state: 'unknown', count: 1 },
  ])
  expect(occurringStates({ counts: { ...counts, done: 1 }, partlyUnknown: 1 })[2]).toEqual({
    state: 'partly_unknown',
    count: 1,
  })
})

test('Jobs are paused together only if each of them is, and wait if one waits and none runs', () => {
  const combined = (...states: ('running' | 'waiting' | 'paused')[]) =>
    combineJobStates(states.map((state) => ({ state })))
  expect(combined('paused', 'paused')).toBe('paused')
  expect(combined('waiting')).toBe('waiting')
  expect(combined('paused', 'waiting')).toBe('waiting')
  expect(combined('waiting', 'running', 'paused')).toBe('running')
})

test('A job is unfinished until it is ended, or when items failed that no later job finished, but not when the user cancelled it', () => {
  const none = { ...counts, waiting: 0, running: 0, checking: 0, replan: 0, unknown: 0 }
  expect(isUnfinishedJob({ state: 'paused', unfinished: 0, counts })).toBe(true)
  expect(isUnfinishedJob({ state: 'ended', unfinished: 1, counts: { ...none, failed: 1 } })).toBe(true)
  expect(isUnfinishedJob({ state: 'ended', unfinished: 0, counts: { ...none, failed: 1 } })).toBe(false)
  expect(isUnfinishedJob({ state: 'ended', unfinished: 1, counts: { ...none, cancelled: 1 } })).toBe(false)
})
