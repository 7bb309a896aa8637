import { expect, test } from 'vitest'
import { dayMs } from '#shared/durations.ts'
import type { KeyLogCoverage } from '#shared/ipc/api-logs.ts'
import { parseJapanTime } from '#shared/japan-time.ts'
import { listCallCountsPerDay } from '#renderer/features/logs/list-call-counts-per-day.ts'

const day = (date: string, calls: number) => ({ date, calls, errors: 0, medianMs: null, p95Ms: null })
const days = [day('2026-02-27', 3), day('2026-03-02', 1)]
const start = parseJapanTime('2026-02-27') as number
const readUntil = (completeTo: number) =>
  ({ completeFrom: start - dayMs, completeTo, gaps: [] }) as unknown as KeyLogCoverage
const shown = (keys: KeyLogCoverage[]) =>
  listCallCountsPerDay(days, keys).map(({ date, calls, errors, isPartial }) => [
    date.slice(5),
    calls,
    errors,
    isPartial,
  ])

test('Days without a call are listed between the first and the last day with one', () => {
  expect(shown([readUntil(start + 5 * dayMs)])).toEqual([
    ['02-27', 3, 0, false],
    ['02-28', 0, 0, false],
    ['03-01', 0, 0, false],
    ['03-02', 1, 0, false],
  ])
  expect(listCallCountsPerDay([], [])).toEqual([])
})

test('A day whose log was not read has no count, and the count of a partly read day is a lower limit', () => {
  expect(shown([readUntil(start + 1.5 * dayMs)])).toEqual([
    ['02-27', 3, 0, false],
    ['02-28', 0, 0, true],
    ['03-01', null, null, false],
    ['03-02', 1, 0, true],
  ])
})
