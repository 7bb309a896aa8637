import { expect, test } from 'vitest'
import { fillMissingLogDays } from '#renderer/features/logs/fill-missing-log-days.ts'

const day = (date: string, calls: number) => ({ date, calls, errors: 0, medianMs: null, p95Ms: null })

test('Days without a call are listed between the first and the last day with one', () => {
  expect(
    fillMissingLogDays([day('2026-02-27', 3), day('2026-03-02', 1)]).map(({ date, calls }) => [date, calls]),
  ).toEqual([
    ['2026-02-27', 3],
    ['2026-02-28', 0],
    ['2026-03-01', 0],
    ['2026-03-02', 1],
  ])
  expect(fillMissingLogDays([])).toEqual([])
})
