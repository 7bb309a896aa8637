import { expect, test } from 'vitest'
import { formatJobTimeLeft } from '#renderer/features/activity/jobs/format-job-time-left.ts'

const t = (key: string, values?: Record<string, unknown>) => `${key} ${String(values?.['n'] ?? '')}`.trim()
const left = (expectedEndAt: number, now: number) =>
  formatJobTimeLeft({ state: 'running', expectedEndAt }, now, 'en', t)

test('The remaining time of a job is hidden when its estimated end has passed while the last requests hang', () => {
  expect(left(90_000, 0)).toBe('common.timeLeft.minutes 2')
  expect(left(90_000, 89_000)).toBe('common.timeLeft.oneMinute')
  expect(left(90_000, 91_000)).toBeNull()
})
