import { expect, test } from 'vitest'
import type { KeyLogCoverage } from '#shared/ipc/api-logs.ts'
import { parseJapanTime } from '#shared/japan-time.ts'
import { listCallsPerDay } from '#renderer/features/overview/list-calls-per-day.ts'

const at = (time: string) => parseJapanTime(time) as number
const now = at('2026-11-20 14:00:00')

function archive(from: string | null, to: string | null, ...gaps: [string, string][]): KeyLogCoverage {
  return {
    accountId: 'a',
    keyId: 'k',
    completeFrom: from === null ? null : at(from),
    completeTo: to === null ? null : at(to),
    gaps: gaps.map(([start, end]) => ({ from: at(start), to: at(end), isLost: false })),
    readAt: null,
    error: null,
    errorAt: null,
    isReading: false,
  }
}
const day = (date: string, calls: number, errors = 0) => ({ date, calls, errors, medianMs: null, p95Ms: null })
const shown = (...[days, keys]: [Parameters<typeof listCallsPerDay>[0], KeyLogCoverage[]]) =>
  listCallsPerDay(days, keys, 3, now).map(({ date, calls, isPartial }) => [date.slice(5), calls, isPartial])

test('A day without a call counts 0 only if the logs of all keys were read for the whole day', () => {
  expect(shown([], [archive('2026-11-01', '2026-11-20 13:00:00')])).toEqual([
    ['11-18', 0, false],
    ['11-19', 0, false],
    ['11-20', 0, true],
  ])
  expect(shown([], [archive('2026-11-19 12:00:00', '2026-11-20 13:00:00')])).toEqual([
    ['11-18', null, false],
    ['11-19', 0, true],
    ['11-20', 0, true],
  ])
  expect(shown([], [archive(null, null)]).map(([, calls]) => calls)).toEqual([null, null, null])
  expect(shown([], []).map(([, calls]) => calls)).toEqual([null, null, null])
})

test('A gap or an unread key makes the counts of a day lower limits', () => {
  const whole = archive('2026-11-01', '2026-11-20 13:00:00')
  const withGap = archive('2026-11-01', '2026-11-20 13:00:00', ['2026-11-19 01:00:00', '2026-11-19 02:00:00'])
  const days = [day('2026-11-18', 7, 2), day('2026-11-19', 5)]
  expect(shown(days, [whole])).toMatchObject([
    ['11-18', 7, false],
    ['11-19', 5, false],
    ['11-20', 0, true],
  ])
  expect(shown(days, [withGap])[1]).toEqual(['11-19', 5, true])
  expect(shown(days, [whole, archive(null, null)]).map(([, , isPartial]) => isPartial)).toEqual([true, true, true])
})

test('The days of calls are whole days in Japan, today last', () => {
  const [first, , last] = listCallsPerDay([], [], 3, now)
  expect(first).toMatchObject({ from: at('2026-11-18'), to: at('2026-11-18 23:59:59') })
  expect(last?.date).toBe('2026-11-20')
})
