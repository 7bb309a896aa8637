import { expect, test } from 'vitest'
import { formatJapanTime, parseJapanTime } from '#shared/japan-time.ts'
import { computeLogPeriodBounds } from '#renderer/stores/compute-log-period-bounds.ts'

test('Spans are whole days of Japan', () => {
  const now = parseJapanTime('2026-03-01 00:30:00') as number
  const text = (at: number | null) => at && formatJapanTime(at)
  const bounds = (span: Parameters<typeof computeLogPeriodBounds>[0]) => {
    const { from, to } = computeLogPeriodBounds(span, now)
    return [text(from), text(to)]
  }
  expect(bounds('today')).toEqual(['2026-03-01 00:00:00', null])
  expect(bounds('yesterday')).toEqual(['2026-02-28 00:00:00', '2026-02-28 23:59:59'])
  expect(bounds('week')).toEqual(['2026-02-23 00:00:00', null])
  expect(bounds('month')).toEqual(['2026-01-31 00:00:00', null])
  expect(bounds('all')).toEqual([null, null])
  expect(bounds('custom')).toEqual([null, null])
})
