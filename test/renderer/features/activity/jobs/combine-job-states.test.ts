import { expect, test } from 'vitest'
import { combineJobStates } from '#renderer/features/activity/jobs/combine-job-states.ts'

test('Jobs are paused together only if each of them is, and wait if one waits and none runs', () => {
  const combined = (...states: ('running' | 'waiting' | 'paused')[]) =>
    combineJobStates(states.map((state) => ({ state })))
  expect(combined('paused', 'paused')).toBe('paused')
  expect(combined('waiting')).toBe('waiting')
  expect(combined('paused', 'waiting')).toBe('waiting')
  expect(combined('waiting', 'running', 'paused')).toBe('running')
})
